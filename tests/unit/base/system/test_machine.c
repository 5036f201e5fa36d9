/*
 * A machine as hwloc reports it: two packages, each with a NUMA node of two
 * cores with two hyperthreads each, numbered alternately as some firmware does;
 * and a third node, memory without processors of its own.
 */
#include "config.h"

#include "tests/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/system/machine.h"
#include "base/system/processors.h"

#define FOLDER_FILE "machine.xml"
#include "tests/unit/folder_fixture.h"

#define CPUSET(set) \
    "cpuset=\"" set "\" complete_cpuset=\"" set "\" allowed_cpuset=\"" set "\""
#define NODESET(set)                                   \
    "nodeset=\"" set "\" complete_nodeset=\"" set "\"" \
    " allowed_nodeset=\"" set "\""
#define OBJECT(type, index, cpus, nodes, more)    \
    "<object type=\"" type "\" os_index=\"" index \
    "\" " CPUSET(cpus) " " NODESET(nodes) more
#define PU(index, cpus, node) OBJECT("PU", index, cpus, node, "/>\n")
#define NODE(index, cpus, node, bytes) \
    OBJECT("NUMANode", index, cpus, node, " local_memory=\"" bytes "\"/>\n")

/* Its processors are i and i + 4. */
#define CORE(i, cpus, node, first, first_set, second, second_set) \
    OBJECT("Core", i, cpus, node, ">\n")                          \
    PU(first, first_set, node) PU(second, second_set, node) "</object>\n"

static const char machine[] =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<!DOCTYPE topology SYSTEM \"hwloc2.dtd\">\n"
    "<topology version=\"2.0\">\n" OBJECT("Machine", "0", "0xff", "0x7", ">\n")
        NODE("2", "0x0", "0x4", "1073741824") OBJECT(
            "Package", "0", "0x55", "0x1",
            ">\n") "<info name=\"CPUImplementer\" value=\"0x41\"/>\n"
                   "<info name=\"CPUPart\" value=\"0xd0c\"/>\n" NODE(
                       "0", "0x55", "0x1", "68719476736")
                       CORE("0", "0x11", "0x1", "0", "0x1", "4", "0x10") CORE(
                           "1", "0x44", "0x1", "2", "0x4", "6",
                           "0x40") "</object>\n" OBJECT("Package", "1", "0xaa",
                                                        "0x2", ">\n")
                           NODE("1", "0xaa", "0x2", "34359738368")
                               CORE("2", "0x22", "0x2", "1", "0x2", "5", "0x20")
                                   CORE("3", "0x88", "0x2", "3", "0x8", "7",
                                        "0x80") "</object>\n</object>\n</"
                                                "topology>\n";

static int make_machine(void **state)
{
    FILE *f = make_folder(state) ? NULL : fopen(path, "w");

    if (!f)
        return -1;
    fputs(machine, f);
    return fclose(f) || setenv("HWLOC_XMLFILE", path, 1) ||
           setenv("HWLOC_THISSYSTEM", "1", 1);
}

static void hyperthreads_are_no_cores(void **state)
{
    const struct machine m = machine_find();

    (void)state;
    assert_int_equal(m.cores, 4);
    assert_int_equal(m.processors, 8);
    assert_int_equal(m.nodes, 3);
    assert_null(machine_ignored());
}

/* Check a node's number, and what is near it. */
static void expect_node(int number, int cores, int processors, double gib)
{
    for (int i = 0; i < machine_find().nodes; i++) {
        const struct numa_node n = machine_node(i);

        if (n.number != number)
            continue;
        assert_int_equal(n.cores, cores);
        assert_int_equal(n.processors, processors);
        assert_true(n.bytes == gib * 1073741824);
        return;
    }
    fail_msg("no node %d", number);
}

static void a_node_has_memory_and_what_is_near_it(void **state)
{
    (void)state;
    expect_node(0, 2, 4, 64);
    expect_node(1, 2, 4, 32);
    expect_node(2, 4, 8, 1);
}

static void expect_near(const char *list, bool first, bool second, bool third)
{
    struct processors *p = processors_parse(list);

    assert_int_equal(processors_near(p, 0), first);
    assert_int_equal(processors_near(p, 1), second);
    assert_int_equal(processors_near(p, 2), third);
    assert_false(processors_near(p, 3));
    processors_free(p);
}

static void processors_are_near_nodes(void **state)
{
    (void)state;
    expect_near("0", true, false, true);
    expect_near("2,6", true, false, true);
    expect_near("3", false, true, true);
    expect_near("0-1", true, true, true);
    expect_near("9", false, false, false);
}

static void expect_part(int n, int i, const char *expected)
{
    struct processors *all = processors_parse("0-7");
    struct processors *part = processors_part(all, n, i);
    char *text = processors_text(part);

    assert_string_equal(text, expected);
    free(text);
    processors_free(part);
    processors_free(all);
}

static void a_part_is_of_one_package_whatever_the_numbers(void **state)
{
    (void)state;
    expect_part(2, 0, "0,2,4,6");
    expect_part(2, 1, "1,3,5,7");
    expect_part(4, 1, "2,6");
}

static void a_processor_of_arm_has_numbers_for_a_name(void **state)
{
    (void)state;
    assert_string_equal(machine_model(), "ARM, implementer 0x41, part 0xd0c");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hyperthreads_are_no_cores),
        cmocka_unit_test(a_node_has_memory_and_what_is_near_it),
        cmocka_unit_test(processors_are_near_nodes),
        cmocka_unit_test(a_part_is_of_one_package_whatever_the_numbers),
        cmocka_unit_test(a_processor_of_arm_has_numbers_for_a_name),
    };

    return cmocka_run_group_tests(tests, make_machine, remove_folder);
}
