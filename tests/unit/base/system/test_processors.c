/*
 * Sets of processors, on a made-up machine: two sockets of 512 cores with two
 * hyperthreads each, the second ones numbered after all first ones.
 */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/str.h"
#include "base/system/processor_limit.h"
#include "base/system/processors.h"
#include "tests/unit/base/system/tree_fixture.h"

static int make_machine(void **state)
{
    struct str machine = {0};

    (void)state;
    str_adds(&machine, "pack:2 core:512 pu:2(indexes=");
    for (int i = 0; i < 1024; i++)
        str_addf(&machine, "%s%d,%d", i ? "," : "", i, i + 1024);
    str_adds(&machine, ")");
    unsetenv("SLURM_JOB_ID");
    const int failed = setenv("HWLOC_SYNTHETIC", str_text(&machine), 1) ||
                       setenv("HWLOC_THISSYSTEM", "1", 1);

    str_release(&machine);
    return failed;
}

/* Check the set of a list, which is written back unchanged. */
static void expect_list(const char *list, int processors, int cores)
{
    struct processors *p = processors_parse(list);
    char *text;

    assert_non_null(p);
    text = processors_text(p);
    assert_string_equal(text, list);
    assert_int_equal(processors_count(p), processors);
    assert_int_equal(processors_cores(p), cores);
    processors_free(p);
    free(text);
}

static void hyperthreads_are_of_one_core(void **state)
{
    (void)state;
    expect_list("0", 1, 1);
    expect_list("1024", 1, 1);
    expect_list("0,1024", 2, 1);
    expect_list("0-3,1024-1027", 8, 4);
    expect_list("0-2047", 2048, 1024);
    expect_list("2047", 1, 1);
}

/* A processor that is not in the machine's description counts as a core. */
static void unknown_processors_are_cores(void **state)
{
    (void)state;
    expect_list("2047-2050", 4, 4);
    assert_null(processors_parse("none"));
    assert_null(processors_parse(""));
}

static void expect_part(const char *list, int n, int i, const char *expected)
{
    struct processors *p = processors_parse(list);
    struct processors *part = processors_part(p, n, i);
    char *text = processors_text(part);

    assert_string_equal(text, expected);
    processors_free(p);
    processors_free(part);
    free(text);
}

/* The first half of the numbers would be one hyperthread of every core. */
static void parts_are_whole_cores(void **state)
{
    (void)state;
    expect_part("0-2047", 1, 0, "0-2047");
    expect_part("0-2047", 2, 0, "0-511,1024-1535");
    expect_part("0-2047", 2, 1, "512-1023,1536-2047");
    expect_part("0-3,1024-1027", 2, 1, "2-3,1026-1027");
    expect_part("0-6", 2, 0, "0-2");
    expect_part("0-6", 2, 1, "3-6");
    expect_part("8-9,1033", 2, 0, "8");
    expect_part("8-9,1033", 2, 1, "9,1033");
}

static void more_parts_than_cores_share_them(void **state)
{
    (void)state;
    expect_part("0,1024", 2, 0, "0");
    expect_part("0,1024", 2, 1, "1024");
    expect_part("0-1,1024", 3, 1, "1024");
    expect_part("5", 3, 2, "5");
    expect_part("5-6", 3, 2, "5");
}

static void copies_and_digests_are_of_what_is_in_a_set(void **state)
{
    struct processors *p = processors_parse("3,1027");
    struct processors *same = processors_copy(p);
    struct processors *other = processors_parse("3,1026");

    (void)state;
    assert_true(digest_equal(processors_digest(p), processors_digest(same)));
    assert_false(digest_equal(processors_digest(p), processors_digest(other)));
    processors_free(p);
    processors_free(same);
    processors_free(other);
    processors_free(NULL);
}

static void a_quota_is_shared_by_ranks(void **state)
{
    const struct processor_limit none = {.most = INFINITY};
    struct processor_limit l;

    (void)state;
    in_group("/job");
    tree_file("/sys/fs/cgroup/job/cpu.max", "250000 100000\n");
    l = processor_limit_find(tree);
    assert_true(l.most == 2.5);
    assert_string_equal(l.by, "cpu.max of control group '/job'");
    assert_int_equal(processor_limit_share(&l, 1), 2);
    assert_int_equal(processor_limit_share(&l, 2), 1);
    assert_int_equal(processor_limit_share(&l, 64), 1);
    assert_true(processor_limit_share(&none, 64) > 1000000);
}

static void what_slurm_grants_limits_in_a_job_alone(void **state)
{
    struct processor_limit l;

    (void)state;
    setenv("SLURM_CPUS_ON_NODE", "4", 1);
    assert_true(processor_limit_find(tree).most == INFINITY);
    setenv("SLURM_JOB_ID", "7", 1);
    l = processor_limit_find(tree);
    assert_true(l.most == 4);
    assert_string_equal(l.by, "SLURM_CPUS_ON_NODE");
    unsetenv("SLURM_CPUS_ON_NODE");
    setenv("SLURM_JOB_CPUS_PER_NODE", "72(x2),36", 1);
    l = processor_limit_find(tree);
    assert_true(l.most == 72);
    assert_string_equal(l.by, "SLURM_JOB_CPUS_PER_NODE");
    setenv("SLURM_JOB_CPUS_PER_NODE", "many", 1);
    assert_true(processor_limit_find(tree).most == INFINITY);
    unsetenv("SLURM_JOB_CPUS_PER_NODE");
    unsetenv("SLURM_JOB_ID");
}

#define IN_TREE(f) cmocka_unit_test_setup_teardown(f, make_tree, remove_tree)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hyperthreads_are_of_one_core),
        cmocka_unit_test(unknown_processors_are_cores),
        cmocka_unit_test(parts_are_whole_cores),
        cmocka_unit_test(more_parts_than_cores_share_them),
        cmocka_unit_test(copies_and_digests_are_of_what_is_in_a_set),
        IN_TREE(a_quota_is_shared_by_ranks),
        IN_TREE(what_slurm_grants_limits_in_a_job_alone),
    };

    return cmocka_run_group_tests(tests, make_machine, NULL);
}
