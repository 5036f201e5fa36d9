#include "config.h"

#include "cmd/doctor/doctor_rank.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/core/show.h"
#include "base/system/processors.h"
#include "engine/comm/comm.h"
#include "text/formats/json_write.h"

#define MIB 1048576.0
#define GIB (1024 * MIB)

/* Less memory than this is rarely intended. */
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

static int nodes_told(const struct rank_report *r)
{
    return r->machine.nodes < NODES_TOLD ? r->machine.nodes : NODES_TOLD;
}

static void fill_nodes(struct rank_report *r)
{
    const struct processors *p = comm_processors(r->cores);

    r->machine = machine_find();
    for (int i = 0; i < nodes_told(r); i++) {
        r->node[i] = machine_node(i);
        r->near[i] = processors_near(p, r->node[i].number);
    }
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
    snprintf(r->cpu, sizeof(r->cpu), "%s", machine_model());
    r->bound = comm_bound();
    r->cores = comm_cores();
    fill_nodes(r);
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

/* --- facts ---------------------------------------------------------------- */

/* Print the nearest NUMA nodes, on a host with several. */
static void say_near(const struct rank_report *r)
{
    int n = 0;

    for (int i = 0; i < nodes_told(r); i++)
        n += r->near[i];
    if (r->machine.nodes < 2 || !n)
        return;
    const char *before = n == 1 ? ", near NUMA node " : ", near NUMA nodes ";

    for (int i = 0; i < nodes_told(r); i++)
        if (r->near[i]) {
            say("%s%d", before, r->node[i].number);
            before = ", ";
        }
}

void rank_report_say(int rank, const struct rank_report *r)
{
    say("rank %-3d     %s: uses %d core%s of %d, bound by the launcher to "
        "%d",
        rank, r->host, r->cores, r->cores == 1 ? "" : "s", r->machine.cores,
        r->bound);
    say_near(r);
    say("\n");
}

/* True if it may use fewer cores than the machine has. */
static bool is_limited(const struct rank_report *r)
{
    return r->limit.most < r->machine.cores;
}

static void say_hyperthreads(int cores, int processors)
{
    if (processors > cores)
        say(" with %d hyperthreads", processors);
}

static void say_node(const struct numa_node *n)
{
    say("NUMA node %-2d %d core%s", n->number, n->cores,
        n->cores == 1 ? "" : "s");
    say_hyperthreads(n->cores, n->processors);
    say(", %.1f GiB\n", n->bytes / GIB);
}

static void say_nodes(const struct rank_report *r)
{
    for (int i = 0; i < nodes_told(r); i++)
        say_node(&r->node[i]);
    if (r->machine.nodes > NODES_TOLD)
        say("             %d more NUMA nodes\n", r->machine.nodes - NODES_TOLD);
}

static void say_cores(const struct rank_report *r)
{
    say("cores        %d", r->machine.cores);
    say_hyperthreads(r->machine.cores, r->machine.processors);
    if (is_limited(r))
        say(", the time of %.3g by %s", r->limit.most, r->limit.by);
    say("\n");
}

void rank_report_say_machine(const struct rank_report *r)
{
    say("processor    %s, %s (%s)\n", r->cpu, kernel_simd_name(r->simd),
        r->host);
    say_cores(r);
    say_nodes(r);
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

void rank_report_put(int rank, const struct rank_report *r, struct str *out)
{
    json_begin(out, NULL, '{');
    json_put_long(out, "rank", rank);
    json_put_text(out, "host", r->host);
    json_put_long(out, "cores", r->cores);
    json_put_long(out, "bound_cores", r->bound);
    json_begin(out, "numa_nodes", '[');
    for (int i = 0; i < nodes_told(r); i++)
        if (r->near[i])
            json_put_long(out, NULL, r->node[i].number);
    json_finish(out, ']');
    json_finish(out, '}');
}

static void put_nodes(const struct rank_report *r, struct str *out)
{
    json_begin(out, "numa_nodes", '[');
    for (int i = 0; i < nodes_told(r); i++) {
        json_begin(out, NULL, '{');
        json_put_long(out, "node", r->node[i].number);
        json_put_long(out, "cores", r->node[i].cores);
        json_put_long(out, "hyperthreads", r->node[i].processors);
        json_put_bytes(out, "memory_bytes", r->node[i].bytes);
        json_finish(out, '}');
    }
    json_finish(out, ']');
}

void rank_report_put_machine(const struct rank_report *r, struct str *out)
{
    json_begin(out, NULL, '{');
    json_put_text(out, "host", r->host);
    json_put_text(out, "processor", r->cpu);
    json_put_text(out, "simd", kernel_simd_name(r->simd));
    json_put_long(out, "cores", r->machine.cores);
    json_put_long(out, "hyperthreads", r->machine.processors);
    put_nodes(r, out);
    json_put_real(out, "cores_limit", is_limited(r) ? r->limit.most : NAN);
    json_put_text(out, "cores_limited_by", is_limited(r) ? r->limit.by : NULL);
    json_put_text(out, "blas_kernel", r->blas);
    json_put_text(out, "blas_kernel_corrected_from",
                  r->corrected[0] ? r->corrected : NULL);
    json_put_text(out, "identity", r->identity);
    json_put_text(out, "identity_openblas", r->openblas);
    json_put_long(out, "ranks", r->on_node);
    json_put_bytes(out, "memory_bytes", r->memory);
    json_put_bytes(out, "available_bytes", r->available);
    json_put_bytes(out, "budget_bytes", r->budget.bytes);
    json_put_text(out, "budget_by", r->budget.by);
    json_finish(out, '}');
}

/* --- checks --------------------------------------------------------------- */

/* Return the number of cores that a host's ranks can use. */
static int usable(const struct rank_report *r)
{
    return is_limited(r) ? processor_limit_share(&r->limit, 1)
                         : r->machine.cores;
}

static void check_host(const struct rank_report *r, struct findings *f)
{
    const int cores = usable(r), used = r->cores * r->on_node;

    if (r->on_node > cores)
        findings_warn(f, "ranks_per_core",
                      "%s has %d ranks on %d core%s; fewer ranks would be "
                      "faster",
                      r->host, r->on_node, cores, cores == 1 ? "" : "s");
    if (used < cores)
        findings_warn(f, "idle_cores",
                      "%d of the %d cores of %s stay idle; start more ranks, "
                      "or give each more cores (mpirun --bind-to none, srun "
                      "--cpus-per-task)",
                      cores - used, cores, r->host);
    if (r->budget.bytes < LITTLE)
        findings_warn(f, "memory_budget",
                      "a rank on %s may use %.0f MiB of memory; a trial that "
                      "needs more fails",
                      r->host, r->budget.bytes / MIB);
    else if (r->now < LITTLE)
        findings_warn(f, "memory_available",
                      "a rank on %s has %.0f MiB of memory available; others "
                      "hold the rest",
                      r->host, r->now / MIB);
}

void rank_report_check(const struct rank_report *all, int i, struct findings *f)
{
    const struct rank_report *r = &all[i];

    if (strcmp(r->identity, all[0].identity))
        findings_warn(f, "same_identity",
                      "rank %d on %s computes other bits than rank 0 ('%s' "
                      "instead of '%s'); a run is refused",
                      i, r->host, r->identity, all[0].identity);
    if (rank_report_is_first(all, i))
        check_host(r, f);
}
