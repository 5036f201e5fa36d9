/*
 * Limits of control groups: of both versions, of all groups above, and as
 * containers see them; read from a made tree of files.
 */
#include "config.h"

#include "tests/test.h"

#include <math.h>

#include "base/system/control_group.h"
#include "tests/unit/base/system/tree_fixture.h"

#define MIB 1048576.0

static void expect(struct group_limit l, double most, double used,
                   const char *by)
{
    assert_string_equal(l.by, by);
    assert_true(l.most == most);
    assert_true(l.used == used);
}

static void no_group_is_no_limit(void **state)
{
    (void)state;
    expect(control_group_memory(tree), INFINITY, 0, "");
    expect(control_group_processors(tree), INFINITY, 0, "");
    in_group("/user.slice");
    tree_file("/sys/fs/cgroup/user.slice/memory.max", "max\n");
    tree_file("/sys/fs/cgroup/user.slice/memory.current", "123456\n");
    tree_file("/sys/fs/cgroup/user.slice/cpu.max", "max 100000\n");
    expect(control_group_memory(tree), INFINITY, 0, "");
    expect(control_group_processors(tree), INFINITY, 0, "");
}

static void the_own_group_limits(void **state)
{
    (void)state;
    in_group("/job");
    tree_file("/sys/fs/cgroup/job/memory.max", "268435456\n");
    tree_file("/sys/fs/cgroup/job/cpu.max", "150000 100000\n");
    expect(control_group_memory(tree), 256 * MIB, 0,
           "memory.max of control group '/job'");
    expect(control_group_processors(tree), 1.5, 0,
           "cpu.max of control group '/job'");
}

/* As with Slurm: the job's group has the limit, the task's has "max". */
static void a_group_far_above_limits(void **state)
{
    (void)state;
    in_group("/slurm/job_3/step_0/user/task_0");
    tree_file("/sys/fs/cgroup/slurm/job_3/step_0/user/task_0/memory.max",
              "max\n");
    tree_file("/sys/fs/cgroup/slurm/job_3/step_0/user/task_0/cpu.max",
              "max 100000\n");
    tree_file("/sys/fs/cgroup/slurm/job_3/step_0/memory.max", "1073741824\n");
    tree_file("/sys/fs/cgroup/slurm/job_3/memory.max", "536870912\n");
    tree_file("/sys/fs/cgroup/slurm/memory.max", "2147483648\n");
    tree_file("/sys/fs/cgroup/slurm/cpu.max", "800000 200000\n");
    expect(control_group_memory(tree), 512 * MIB, 0,
           "memory.max of control group '/slurm/job_3'");
    expect(control_group_processors(tree), 4, 0,
           "cpu.max of control group '/slurm'");
}

/* The root group has these files, too, if it is a container's. */
static void the_topmost_group_limits(void **state)
{
    (void)state;
    in_group("/");
    tree_file("/sys/fs/cgroup/memory.max", "268435456\n");
    tree_file("/sys/fs/cgroup/cpu.max", "50000 100000\n");
    expect(control_group_memory(tree), 256 * MIB, 0,
           "memory.max of control group '/'");
    expect(control_group_processors(tree), 0.5, 0,
           "cpu.max of control group '/'");
    in_group("/a/b");
    expect(control_group_memory(tree), 256 * MIB, 0,
           "memory.max of control group '/'");
}

/* Above memory.high a process is slowed down until it is of no use. */
static void memory_high_limits(void **state)
{
    (void)state;
    in_group("/job");
    tree_file("/sys/fs/cgroup/job/memory.max", "268435456\n");
    tree_file("/sys/fs/cgroup/job/memory.high", "134217728\n");
    expect(control_group_memory(tree), 128 * MIB, 0,
           "memory.high of control group '/job'");
}

/* What others in the group use is not available, except file cache: the larger
 * group has less left. */
static void memory_in_use_is_told(void **state)
{
    (void)state;
    in_group("/user/job");
    tree_file("/sys/fs/cgroup/user/job/memory.max", "268435456\n");
    tree_file("/sys/fs/cgroup/user/job/memory.current", "1048576\n");
    tree_file("/sys/fs/cgroup/user/memory.max", "1073741824\n");
    tree_file("/sys/fs/cgroup/user/memory.current", "1069547520\n");
    tree_file("/sys/fs/cgroup/user/memory.stat",
              "anon 5\nfile 7\ninactive_file 41943040\nactive_file 20971520\n"
              "slab_reclaimable 1048576\n");
    expect(control_group_memory(tree), 1024 * MIB, 1020 * MIB - 61 * MIB,
           "memory.max of control group '/user'");
}

static void version_1_limits(void **state)
{
    (void)state;
    in_groups_of_version_1("/a/b", "/c/d");
    tree_file("/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes",
              "9223372036854771712\n");
    tree_file("/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "268435456\n");
    tree_file("/sys/fs/cgroup/memory/a/memory.usage_in_bytes", "20971520\n");
    tree_file("/sys/fs/cgroup/memory/a/memory.stat",
              "cache 1\ninactive_file 1\ntotal_inactive_file 10485760\n"
              "total_active_file 5242880\n");
    tree_file("/sys/fs/cgroup/cpu,cpuacct/c/d/cpu.cfs_quota_us", "-1\n");
    tree_file("/sys/fs/cgroup/cpu,cpuacct/c/d/cpu.cfs_period_us", "100000\n");
    tree_file("/sys/fs/cgroup/cpu,cpuacct/c/cpu.cfs_quota_us", "200000\n");
    tree_file("/sys/fs/cgroup/cpu,cpuacct/c/cpu.cfs_period_us", "100000\n");
    expect(control_group_memory(tree), 256 * MIB, 5 * MIB,
           "memory.limit_in_bytes of control group '/a'");
    expect(control_group_processors(tree), 2, 0,
           "cpu.cfs_quota_us of control group '/c'");
}

/* With version 1 a container sees its own group only, and in that group's
 * memory.stat the limit of those above. */
static void a_container_sees_its_group_at_the_top(void **state)
{
    (void)state;
    tree_file("/proc/self/cgroup", "9:memory:/docker/abc\n0::/docker/abc\n");
    tree_file("/proc/self/mountinfo",
              "1 2 0:3 /other /elsewhere rw - cgroup cgroup rw,memory\n"
              "1 2 0:3 /docker/abc /sys/fs/cgroup/my\\040memory ro master:9 - "
              "cgroup cgroup rw,memory\n");
    tree_file("/sys/fs/cgroup/my memory/memory.limit_in_bytes", "268435456\n");
    tree_file("/sys/fs/cgroup/my memory/memory.stat",
              "hierarchical_memory_limit 134217728\n");
    tree_file("/elsewhere/memory.limit_in_bytes", "1\n");
    tree_file("/sys/fs/cgroup/memory.limit_in_bytes", "1\n");
    expect(control_group_memory(tree), 128 * MIB, 0,
           "a control group above '/docker/abc' (hierarchical_memory_limit)");
}

/* The same number in memory.stat, if the groups above are visible. */
static void a_group_above_that_is_seen_is_named(void **state)
{
    (void)state;
    in_groups_of_version_1("/a/b", "/");
    tree_file("/sys/fs/cgroup/memory/a/b/memory.stat",
              "hierarchical_memory_limit 268435456\n");
    tree_file("/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "268435456\n");
    expect(control_group_memory(tree), 256 * MIB, 0,
           "memory.limit_in_bytes of control group '/a'");
}

/* A group outside of the namespace is not visible. */
static void what_lies_outside_is_not_asked(void **state)
{
    (void)state;
    in_group("/../other");
    tree_file("/sys/fs/cgroup/memory.max", "1\n");
    tree_file("/sys/fs/other/memory.max", "1\n");
    expect(control_group_memory(tree), INFINITY, 0, "");
}

/* A name that only begins like one from outside. */
static void a_name_with_dots_is_a_name(void **state)
{
    (void)state;
    in_group("/..x/...");
    tree_file("/sys/fs/cgroup/..x/memory.max", "268435456\n");
    tree_file("/sys/fs/cgroup/..x/.../cpu.max", "200000 100000\n");
    expect(control_group_memory(tree), 256 * MIB, 0,
           "memory.max of control group '/..x'");
    expect(control_group_processors(tree), 2, 0,
           "cpu.max of control group '/..x/...'");
}

static void in_namespace(const char *group, const char *mounted)
{
    char *line = memory_format("0::%s\n", group);
    char *mount = memory_format("30 23 0:26 %s /sys/fs/cgroup rw - cgroup2 "
                                "cgroup2 rw\n",
                                mounted);

    tree_file("/proc/self/cgroup", line);
    tree_file("/proc/self/mountinfo", mount);
    free(line);
    free(mount);
}

/* A cgroup namespace with its host's mount: the mounted folder is so many
 * groups above the namespace. */
static void a_mount_from_above_the_namespace_is_asked(void **state)
{
    (void)state;
    tree_file("/sys/fs/cgroup/memory.max", "536870912\n");
    tree_file("/sys/fs/cgroup/other/memory.max", "268435456\n");
    tree_file("/sys/fs/cgroup/x/memory.max", "1\n");
    in_namespace("/../../other/x", "/../..");
    expect(control_group_memory(tree), 256 * MIB, 0,
           "memory.max of control group '/../../other'");
    in_namespace("/../x", "/../..");
    expect(control_group_memory(tree), 512 * MIB, 0,
           "memory.max of control group '/../..'");
    in_namespace("/", "/..");
    expect(control_group_memory(tree), 512 * MIB, 0,
           "memory.max of control group '/..'");
    in_namespace("/../../x", "/..");
    expect(control_group_memory(tree), INFINITY, 0, "");
    in_namespace("/x", "/../other");
    expect(control_group_memory(tree), INFINITY, 0, "");
    in_namespace("/../..x", "/..");
    tree_file("/sys/fs/cgroup/..x/memory.max", "1048576\n");
    expect(control_group_memory(tree), MIB, 0,
           "memory.max of control group '/../..x'");
}

/* The host's mount, listed first, does not hide the process's own group. */
static void of_two_mounts_that_of_the_own_group_is_asked(void **state)
{
    (void)state;
    tree_file("/sys/fs/cgroup/x/memory.max", "268435456\n");
    tree_file("/host/memory.max", "536870912\n");
    tree_file("/proc/self/cgroup", "0::/x\n");
    tree_file("/proc/self/mountinfo",
              "30 23 0:26 /.. /host rw - cgroup2 cgroup2 rw\n"
              "31 23 0:26 / /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n");
    expect(control_group_memory(tree), 256 * MIB, 0,
           "memory.max of control group '/x'");
}

/* Processors by version 1 and memory by version 2, and vice versa. */
static void both_versions_limit(void **state)
{
    (void)state;
    tree_file("/proc/self/cgroup", "1:cpu:/old\n0::/new\n");
    tree_file("/proc/self/mountinfo",
              "1 2 0:3 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n"
              "1 2 0:4 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n");
    tree_file("/sys/fs/cgroup/cpu/old/cpu.cfs_quota_us", "300000\n");
    tree_file("/sys/fs/cgroup/cpu/old/cpu.cfs_period_us", "100000\n");
    tree_file("/sys/fs/cgroup/unified/new/memory.max", "268435456\n");
    expect(control_group_memory(tree), 256 * MIB, 0,
           "memory.max of control group '/new'");
    expect(control_group_processors(tree), 3, 0,
           "cpu.cfs_quota_us of control group '/old'");
}

static void files_that_say_nothing_limit_nothing(void **state)
{
    static const char *const odd[] = {"",
                                      "\n",
                                      "9",
                                      "9:memory",
                                      ":::",
                                      "0::\n",
                                      "0::x\n",
                                      "9:memory:\n",
                                      "0::/job\n9:memory:/job",
                                      "36 35 - - -",
                                      " - ",
                                      "- cgroup2"};

    (void)state;
    tree_file("/sys/fs/cgroup/job/memory.max", "\n");
    tree_file("/sys/fs/cgroup/job/memory.high", "-1\n");
    tree_file("/sys/fs/cgroup/job/cpu.max", "100000\n");
    in_group("/job");
    expect(control_group_memory(tree), INFINITY, 0, "");
    expect(control_group_processors(tree), INFINITY, 0, "");
    for (size_t i = 0; i < sizeof(odd) / sizeof(*odd); i++)
        for (size_t j = 0; j < sizeof(odd) / sizeof(*odd); j++) {
            tree_file("/proc/self/cgroup", odd[i]);
            tree_file("/proc/self/mountinfo", odd[j]);
            expect(control_group_memory(tree), INFINITY, 0, "");
        }
}

#define IN_TREE(f) cmocka_unit_test_setup_teardown(f, make_tree, remove_tree)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_TREE(no_group_is_no_limit),
        IN_TREE(the_own_group_limits),
        IN_TREE(a_group_far_above_limits),
        IN_TREE(the_topmost_group_limits),
        IN_TREE(memory_high_limits),
        IN_TREE(memory_in_use_is_told),
        IN_TREE(version_1_limits),
        IN_TREE(a_container_sees_its_group_at_the_top),
        IN_TREE(a_group_above_that_is_seen_is_named),
        IN_TREE(what_lies_outside_is_not_asked),
        IN_TREE(a_name_with_dots_is_a_name),
        IN_TREE(a_mount_from_above_the_namespace_is_asked),
        IN_TREE(of_two_mounts_that_of_the_own_group_is_asked),
        IN_TREE(both_versions_limit),
        IN_TREE(files_that_say_nothing_limit_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
