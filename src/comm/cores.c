#include "config.h"

#include "comm/wire.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"

/* Masks before comm_start() are found when first asked for. */
static struct {
    bool known;
    cpu_set_t mine;  /* as the launcher bound this rank */
    cpu_set_t share; /* its part of what is allowed on the machine */
    int cores;
} cores;

/*
 * What the job allows on this machine.  mpirun binds each rank, not itself, so
 * its own mask (that of a rank's parent) is what it was given; under srun a
 * rank's mask is the job's word, and is respected.
 */
static cpu_set_t allowed(void)
{
    cpu_set_t set;

    if (getenv("OMPI_COMM_WORLD_SIZE") &&
        sched_getaffinity(getppid(), sizeof(set), &set) == 0)
        return set;
    return cores.mine;
}

/* Part i of n of a set, contiguous; at least one core. */
static cpu_set_t part_of(const cpu_set_t *set, int n, int i)
{
    const int count = CPU_COUNT(set), size = count / n > 0 ? count / n : 1;
    const int first = count >= n ? i * count / n : i % count;
    cpu_set_t part;
    int seen = 0;

    CPU_ZERO(&part);
    for (int c = 0; c < CPU_SETSIZE; c++) {
        if (!CPU_ISSET(c, set))
            continue;
        if (seen >= first && seen < first + size)
            CPU_SET(c, &part);
        seen++;
    }
    return part;
}

/* How many ranks on this machine have the same mask as this one? */
static int sharers(const cpu_set_t *all, int n)
{
    int same = 0;

    for (int i = 0; i < n; i++)
        same += CPU_EQUAL(&all[i], &cores.mine) != 0;
    return same > 0 ? same : 1;
}

static void settle(const cpu_set_t *all, int n, int me)
{
    const cpu_set_t set = allowed();
    const int own = CPU_COUNT(&cores.mine) / sharers(all, n);

    cores.share = part_of(&set, n, me);
    cores.cores = CPU_COUNT(&cores.share);
    if (own > cores.cores)
        cores.cores = own;
    cores.known = true;
}

static void look(void)
{
    if (sched_getaffinity(0, sizeof(cores.mine), &cores.mine))
        CPU_SET(0, &cores.mine);
}

void cores_start(MPI_Comm node)
{
    int n, me;

    look();
    MPI_Comm_size(node, &n);
    MPI_Comm_rank(node, &me);
    cpu_set_t *all = memory_new((size_t)n * sizeof(*all));
    wire_check(MPI_Allgather(&cores.mine, sizeof(cpu_set_t), MPI_BYTE, all,
                             sizeof(cpu_set_t), MPI_BYTE, node),
               "MPI_Allgather");
    settle(all, n, me);
    free(all);
}

int comm_cores(void)
{
    if (!cores.known) {
        look();
        settle(&cores.mine, 1, 0);
    }
    return cores.cores;
}

void comm_widen(int threads)
{
    if (comm_cores() > 1 && threads > CPU_COUNT(&cores.mine) &&
        CPU_COUNT(&cores.share) > CPU_COUNT(&cores.mine))
        sched_setaffinity(0, sizeof(cores.share), &cores.share);
}

void comm_roam(void)
{
    const cpu_set_t set = allowed();

    sched_setaffinity(0, sizeof(set), &set);
}
