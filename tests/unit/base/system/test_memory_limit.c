/*
 * The memory limits of a process, from a made tree of files, and the part of
 * them that a rank may use.
 */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system/memory_budget.h"
#include "base/system/memory_limit.h"
#include "tests/unit/base/system/tree_fixture.h"

#define MIB 1048576.0
#define GIB (1024 * MIB)

static int make_host(void **state)
{
    unsetenv("SLURM_JOB_ID");
    unsetenv("SLURM_MEM_PER_NODE");
    unsetenv("SLURM_MEM_PER_CPU");
    unsetenv("SLURM_MEM_PER_GPU");
    if (make_tree(state))
        return -1;
    tree_file("/proc/meminfo", "MemTotal:        8388608 kB\n"
                               "MemFree:          524288 kB\n"
                               "MemAvailable:    4194304 kB\n"
                               "SwapFree:        1048576 kB\n");
    tree_file("/proc/self/status",
              "Name:\tcodarun\nVmSize:\t  307200 kB\n"
              "VmRSS:\t  102400 kB\nVmData:\t  51200 kB\n");
    return 0;
}

static struct memory_limits found(void)
{
    struct memory_limits l;

    memory_limits_find(tree, &l);
    return l;
}

static void expect(const struct memory_limit *l, const char *by, double most,
                   double left)
{
    assert_string_equal(l->by, by);
    assert_true(l->most == most);
    assert_true(l->left == left);
}

/* What other processes hold for a while does not limit a trial. */
static void a_host_has_all_its_memory(void **state)
{
    const struct memory_limits l = found();

    (void)state;
    assert_int_equal(l.n, 1);
    expect(&l.limit[0], "this host", 8 * GIB, 8 * GIB);
    assert_false(l.limit[0].own);
    assert_true(l.limit[0].mine == 100 * MIB);
}

static void available_are_memory_and_free_swap(void **state)
{
    const struct memory_use u = {.ranks = 2, .grown = 20 * MIB};
    struct memory_limits l = found();

    (void)state;
    assert_true(l.available == 5 * GIB);
    assert_true(fabs(memory_available(&l, &u) - (2.25 * GIB - 20 * MIB)) < 1);
    tree_file("/proc/meminfo", "MemTotal: 8388608 kB\n");
    l = found();
    assert_true(l.available == 8 * GIB); /* unknown */
}

static void a_group_leaves_what_others_do_not_use(void **state)
{
    struct memory_limits l;

    (void)state;
    in_group("/a");
    tree_file("/sys/fs/cgroup/a/memory.max", "1073741824\n");
    tree_file("/sys/fs/cgroup/a/memory.current", "268435456\n");
    l = found();
    assert_int_equal(l.n, 2);
    expect(&l.limit[1], "memory.max of control group '/a'", GIB, 768 * MIB);
    tree_file("/sys/fs/cgroup/a/memory.current", "2147483648\n");
    l = found();
    expect(&l.limit[1], "memory.max of control group '/a'", GIB, 0);
}

/* Slurm reports what it has granted, not what is in use. */
static void slurm_grants_memory_by_node_or_by_processor(void **state)
{
    struct memory_limits l;

    (void)state;
    setenv("SLURM_MEM_PER_NODE", "2048", 1);
    l = found();
    assert_int_equal(l.n, 1); /* no job */
    setenv("SLURM_JOB_ID", "7", 1);
    l = found();
    assert_int_equal(l.n, 2);
    expect(&l.limit[1], "SLURM_MEM_PER_NODE", 2 * GIB, 2 * GIB);
    assert_true(l.limit[1].mine == 100 * MIB);
    setenv("SLURM_MEM_PER_CPU", "500", 1);
    setenv("SLURM_CPUS_ON_NODE", "4", 1);
    l = found();
    expect(&l.limit[1], "SLURM_MEM_PER_CPU", 2000 * MIB, 2000 * MIB);
    setenv("SLURM_MEM_PER_NODE", "0", 1); /* all there is */
    unsetenv("SLURM_CPUS_ON_NODE");
    setenv("SLURM_JOB_CPUS_PER_NODE", "8(x2)", 1);
    l = found();
    expect(&l.limit[1], "SLURM_MEM_PER_CPU", 4000 * MIB, 4000 * MIB);
    unsetenv("SLURM_JOB_CPUS_PER_NODE");
    assert_int_equal(found().n, 1);
    unsetenv("SLURM_MEM_PER_CPU");
}

static void slurm_grants_memory_by_gpu(void **state)
{
    struct memory_limits l;

    (void)state;
    setenv("SLURM_JOB_ID", "7", 1);
    setenv("SLURM_MEM_PER_GPU", "500", 1);
    assert_int_equal(found().n, 1); /* the number of GPUs is missing */
    setenv("SLURM_GPUS_ON_NODE", "4", 1);
    l = found();
    assert_int_equal(l.n, 2);
    expect(&l.limit[1], "SLURM_MEM_PER_GPU", 2000 * MIB, 2000 * MIB);
    setenv("SLURM_MEM_PER_GPU", "1G", 1);
    l = found();
    expect(&l.limit[1], "SLURM_MEM_PER_GPU", 4 * GIB, 4 * GIB);
    unsetenv("SLURM_MEM_PER_GPU");
    unsetenv("SLURM_GPUS_ON_NODE");
}

/* In another process, since limits cannot be raised again. */
static void ulimit_bounds_a_process(void **state)
{
    int status;

    assert_int_equal(make_host(state), 0);
    const pid_t child = fork();

    if (!child) {
        setrlimit(RLIMIT_AS, &(struct rlimit){1ul << 34, 1ul << 34});
        setrlimit(RLIMIT_DATA, &(struct rlimit){1ul << 33, 1ul << 33});
        const struct memory_limits l = found();

        assert_int_equal(l.n, 3);
        expect(&l.limit[1], "ulimit -v", 16 * GIB, 16 * GIB - 300 * MIB);
        expect(&l.limit[2], "ulimit -d", 8 * GIB, 8 * GIB - 50 * MIB);
        assert_true(l.limit[1].own && l.limit[1].maps);
        assert_true(l.limit[2].own && !l.limit[2].maps);
        _exit(0);
    }
    waitpid(child, &status, 0);
    remove_tree(state);
    assert_int_equal(status, 0);
}

/* --- budgets ---------------------------------------------------------------
 */

static struct memory_budget budget(struct memory_limit l, struct memory_use u)
{
    const struct memory_limits limits = {.limit = {l}, .n = 1};

    return memory_budget(&limits, &u);
}

static void expect_bytes(struct memory_limit l, struct memory_use u,
                         double bytes)
{
    assert_true(fabs(budget(l, u).bytes - bytes) < 1);
}

static const struct memory_limit shared = {
    .most = 2 * GIB, .left = GIB, .by = "a group"};

static void ranks_of_a_host_share_what_is_left(void **state)
{
    (void)state;
    expect_bytes(shared, (struct memory_use){.ranks = 1}, 0.9 * GIB);
    expect_bytes(shared, (struct memory_use){.ranks = 4}, 0.9 * GIB / 4);
    assert_string_equal(budget(shared, (struct memory_use){.ranks = 1}).by,
                        "a group leaves 1 of 2 GiB");
    assert_string_equal(budget(shared, (struct memory_use){.ranks = 4}).by,
                        "a group leaves 1 of 2 GiB for 4 ranks");
}

static void what_a_rank_holds_is_not_for_trials(void **state)
{
    struct memory_limit slurm = shared;

    (void)state;
    slurm.mine = 10 * MIB;
    expect_bytes(slurm, (struct memory_use){.ranks = 2, .grown = 20 * MIB},
                 0.45 * GIB - 30 * MIB);
    expect_bytes(shared, (struct memory_use){.ranks = 1, .grown = 2 * GIB}, 0);
    /* word vectors in its own memory, which the estimate includes, too */
    expect_bytes(
        shared,
        (struct memory_use){.ranks = 2, .grown = 20 * MIB, .again = 15 * MIB},
        0.45 * GIB - 5 * MIB);
}

/* The same if all ranks map them: they are in the host's memory once. */
static void what_ranks_map_they_hold_together(void **state)
{
    struct memory_use u = {.ranks = 2, .image = 40 * MIB, .again = 30 * MIB};

    (void)state;
    expect_bytes(shared, u, 0.45 * GIB + 15 * MIB);
    u.in_memory = true; /* all of the image, not only the part that is read */
    expect_bytes(shared, u, 0.45 * GIB + 10 * MIB);
}

static void a_limit_of_a_process_counts_stacks_and_maps(void **state)
{
    const struct memory_use u = {.ranks = 8,
                                 .threads = 2,
                                 .grown = 5 * MIB,
                                 .image = 40 * MIB,
                                 .again = 30 * MIB};
    struct memory_limit own = {
        .most = 2 * GIB, .left = GIB, .own = true, .by = "ulimit -d"};
    pthread_attr_t a;
    size_t stack;

    (void)state;
    pthread_attr_init(&a);
    pthread_attr_getstacksize(&a, &stack);
    const double bytes = 0.9 * GIB - 8 * (double)stack + 25 * MIB;

    expect_bytes(own, u, bytes);
    own.maps = true;
    expect_bytes(own, u, bytes - 40 * MIB);
    assert_string_equal(budget(own, u).by, "ulimit -d leaves 1 of 2 GiB");
}

static void the_least_of_all_counts(void **state)
{
    const struct memory_limits l = {
        .limit = {{.most = 9 * GIB, .left = 9 * GIB, .by = "this host"},
                  {.most = GIB, .left = GIB, .by = "a group"},
                  {.most = 2 * GIB, .left = 2 * GIB, .by = "Slurm"}},
        .n = 3};
    const struct memory_budget b =
        memory_budget(&l, &(struct memory_use){.ranks = 1});

    (void)state;
    assert_true(b.bytes == 0.9 * GIB);
    assert_string_equal(b.by, "a group leaves 1 of 1 GiB");
}

#define ON_HOST(f) cmocka_unit_test_setup_teardown(f, make_host, remove_tree)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ON_HOST(a_host_has_all_its_memory),
        ON_HOST(available_are_memory_and_free_swap),
        ON_HOST(a_group_leaves_what_others_do_not_use),
        ON_HOST(slurm_grants_memory_by_node_or_by_processor),
        ON_HOST(slurm_grants_memory_by_gpu),
        unit_test_if(!SANITIZED, ulimit_bounds_a_process,
                     "a sanitizer maps terabytes"),
        cmocka_unit_test(ranks_of_a_host_share_what_is_left),
        cmocka_unit_test(what_a_rank_holds_is_not_for_trials),
        cmocka_unit_test(what_ranks_map_they_hold_together),
        cmocka_unit_test(a_limit_of_a_process_counts_stacks_and_maps),
        cmocka_unit_test(the_least_of_all_counts),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
