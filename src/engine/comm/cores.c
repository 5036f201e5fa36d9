#include "config.h"

#include "engine/comm/wire.h"

#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/core/memory.h"
#include "base/numbers/digest.h"
#include "base/system/processor_limit.h"
#include "base/system/processors.h"

/* Before comm_start() these are found at the first call. */
static struct {
    bool known;
    struct processors *mine;    /* as the launcher bound this rank */
    struct processors *allowed; /* to the job on this machine */
    struct processors *share;   /* this rank's part of those */
    int cores;
} cores;

/*
 * The processors that the job may use on this machine. mpirun binds each rank
 * but not itself, so its own mask (that of a rank's parent) is what it was
 * given; under srun a rank's mask is set by the job, and is respected.
 */
static struct processors *find_allowed(void)
{
    struct processors *all = NULL;

    if (getenv("OMPI_COMM_WORLD_SIZE"))
        all = processors_bound_of(getppid());
    return all ? all : processors_copy(cores.mine);
}

static void find_cores(void)
{
    cores.mine = processors_bound();
    if (!cores.mine)
        cores.mine = processors_parse("0");
    cores.allowed = find_allowed();
}

/* Set the share of rank `me` of n on this machine, `sharers` of which have the
 * mask of this one. */
static void settle(int sharers, int n, int me)
{
    const struct processor_limit limit = processor_limit_find("");
    const int most = processor_limit_share(&limit, n);
    const int own = processors_cores(cores.mine) / sharers;

    cores.share = processors_part(cores.allowed, n, me);
    cores.cores = processors_cores(cores.share);
    if (own > cores.cores)
        cores.cores = own;
    if (most < cores.cores)
        cores.cores = most;
    cores.known = true;
}

/* The number of ranks on this machine with the same mask as this one. */
static int count_sharers(MPI_Comm node, int n)
{
    const struct digest mine = processors_digest(cores.mine);
    struct digest *all = memory_new((size_t)n * sizeof(*all));
    int same = 0;

    wire_check(MPI_Allgather(&mine, sizeof(mine), MPI_BYTE, all, sizeof(mine),
                             MPI_BYTE, node),
               "MPI_Allgather");
    for (int i = 0; i < n; i++)
        same += digest_equal(all[i], mine);
    free(all);
    return same;
}

void cores_start(MPI_Comm node)
{
    int n, me;

    find_cores();
    MPI_Comm_size(node, &n);
    MPI_Comm_rank(node, &me);
    settle(count_sharers(node, n), n, me);
}

static void find_out(void)
{
    if (cores.known)
        return;
    find_cores();
    settle(1, 1, 0);
}

int comm_cores(void)
{
    find_out();
    return cores.cores;
}

int comm_bound(void)
{
    find_out();
    return processors_cores(cores.mine);
}

const struct processors *comm_processors(int threads)
{
    find_out();
    return cores.cores > 1 && threads > comm_bound() &&
                   processors_cores(cores.share) > comm_bound()
               ? cores.share
               : cores.mine;
}

void comm_widen_mask(int threads)
{
    const struct processors *p = comm_processors(threads);

    if (p != cores.mine)
        processors_bind(p);
}

void comm_unbind_thread(void)
{
    find_out();
    processors_bind(cores.allowed);
}
