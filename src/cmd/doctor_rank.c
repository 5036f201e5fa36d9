#include "config.h"

#include "cmd/doctor_rank.h"

#include <stdio.h>
#include <string.h>

#include "base/show.h"
#include "comm/comm.h"

#define MIB 1048576.0
#define GIB (1024 * MIB)

/* Less memory than this is hardly on purpose. */
#define LITTLE (512 * MIB)

static void fill_memory(struct rank_report *r)
{
    const struct memory_limits *l = memory_limits();
    const struct memory_use use = {.ranks = r->on_node, .threads = r->cores};

    r->memory = l->limit[0].most;
    r->available = l->available;
    r->budget = memory_budget(l, &use);
    r->now = memory_available(l, &use);
}

void rank_report_fill(struct rank_report *r)
{
    const char *from = kernel_blas_corrected_from();

    memset(r, 0, sizeof(*r));
    snprintf(r->host, sizeof(r->host), "%s", comm_world()->host);
    snprintf(r->identity, sizeof(r->identity), "%s",
             kernel_identity(PRODUCTS_OWN));
    snprintf(r->openblas, sizeof(r->openblas), "%s",
             kernel_identity(PRODUCTS_OPENBLAS));
    r->simd = kernel_simd();
    snprintf(r->blas, sizeof(r->blas), "%s", kernel_blas_name());
    snprintf(r->corrected, sizeof(r->corrected), "%s", from ? from : "");
    snprintf(r->cpu, sizeof(r->cpu), "%s", kernel_cpu_name());
    r->bound = comm_bound();
    r->cores = comm_cores();
    r->machine = processors_machine();
    r->limit = processor_limit_find("");
    r->on_node = comm_world()->node_size;
    fill_memory(r);
}

bool rank_report_is_first(const struct rank_report *all, int i)
{
    for (int j = 0; j < i; j++)
        if (!strcmp(all[i].host, all[j].host))
            return false;
    return true;
}

/* --- what there is ---------------------------------------------------------
 */

void rank_report_print(int rank, const struct rank_report *r)
{
    say("rank %-3d     %s: uses %d core%s of %d, bound by the launcher to "
        "%d\n",
        rank, r->host, r->cores, r->cores == 1 ? "" : "s", r->machine.cores,
        r->bound);
}

/* Fewer than the machine has cores? */
static bool is_limited(const struct rank_report *r)
{
    return r->limit.most < r->machine.cores;
}

static void print_cores(const struct rank_report *r)
{
    say("cores        %d", r->machine.cores);
    if (r->machine.processors > r->machine.cores)
        say(" with %d hyperthreads", r->machine.processors);
    if (is_limited(r))
        say(", the time of %.3g by %s", r->limit.most, r->limit.by);
    say("\n");
}

void rank_report_print_machine(const struct rank_report *r)
{
    say("processor    %s, %s (%s)\n", r->cpu, kernel_simd_name(r->simd),
        r->host);
    print_cores(r);
    if (r->corrected[0])
        say("BLAS kernel  %s, corrected from %s, which OpenBLAS had taken "
            "this processor for\n",
            r->blas, r->corrected);
    else
        say("BLAS kernel  %s\n", r->blas);
    say("identity     %s\n", r->identity);
    say("             %s, if train.products says so\n", r->openblas);
    say("memory       %.1f GiB, %.1f GiB available, for %d rank%s\n",
        r->memory / GIB, r->available / GIB, r->on_node,
        r->on_node == 1 ? "" : "s");
    say("budget       %.3g GiB a rank: %s\n", r->budget.bytes / GIB,
        r->budget.by);
}

/* --- what is wrong ---------------------------------------------------------
 */

/* How many of its cores a host's ranks have to use them all. */
static int usable(const struct rank_report *r)
{
    return is_limited(r) ? processor_limit_share(&r->limit, 1)
                         : r->machine.cores;
}

static int check_host(const struct rank_report *r)
{
    const int cores = usable(r), used = r->cores * r->on_node;
    int warnings = 0;

    if (r->on_node > cores)
        warnings += say("warning: %s has %d ranks on %d core%s; fewer ranks "
                        "would be faster\n",
                        r->host, r->on_node, cores, cores == 1 ? "" : "s") > 0;
    if (used < cores)
        warnings += say("warning: %d of the %d cores of %s stay idle; start "
                        "more ranks, or give each more cores (mpirun "
                        "--bind-to none, srun --cpus-per-task)\n",
                        cores - used, cores, r->host) > 0;
    if (r->budget.bytes < LITTLE)
        warnings += say("warning: a rank on %s may use %.0f MiB of memory; "
                        "a trial that needs more fails\n",
                        r->host, r->budget.bytes / MIB) > 0;
    else if (r->now < LITTLE)
        warnings += say("warning: a rank on %s has %.0f MiB of memory "
                        "available; others hold the rest\n",
                        r->host, r->now / MIB) > 0;
    return warnings;
}

int rank_report_check(const struct rank_report *all, int i)
{
    const struct rank_report *r = &all[i];
    int warnings = 0;

    if (strcmp(r->identity, all[0].identity))
        warnings += say("warning: rank %d on %s computes other bits than "
                        "rank 0 ('%s' instead of '%s'); a run is refused\n",
                        i, r->host, r->identity, all[0].identity) > 0;
    return rank_report_is_first(all, i) ? warnings + check_host(r) : warnings;
}
