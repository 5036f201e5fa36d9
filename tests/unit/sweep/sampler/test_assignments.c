/* Trials that are stored in few bytes keep their values. */
#include "tests/test.h"

#include <stdlib.h>

#include "sweep/sampler/assignments.h"

#include "base/core/memory.h"

enum { MANY = 300 };

/* A short list, a long one, and a range; the conditions of the last two may not
 * be met. */
static struct parameter parameter[] = {
    {.name = "kind"}, {.name = "place"}, {.name = "rate"}};
static struct space space = {3, parameter};

static int make_space(void **state)
{
    (void)state;
    parameter_add(&parameter[0], memory_string("softmax"), memory_string(""));
    parameter_add(&parameter[0], memory_string("1e-3"), memory_string(""));
    parameter_add(&parameter[0], memory_string(""), memory_string(""));
    for (int i = 0; i < MANY; i++)
        parameter_add(&parameter[1], memory_format("v%d", i),
                      memory_string(""));
    return 0;
}

static int free_space(void **state)
{
    (void)state;
    for (int p = 0; p < space.n; p++) {
        for (int v = 0; v < parameter[p].n; v++) {
            free(parameter[p].value[v]);
            free(parameter[p].place[v]);
        }
        free(parameter[p].value);
        free(parameter[p].place);
        digest_map_release(&parameter[p].places);
    }
    return 0;
}

static struct assignment made(long number, const char *kind, const char *place,
                              const char *rate)
{
    const char *const value[] = {kind, place, rate};
    struct assignment a = assignment_new(&space, number);

    for (int p = 0; p < space.n; p++)
        a.value[p] = value[p] ? memory_string(value[p]) : NULL;
    return a;
}

static void expect_equal(const struct assignment *a, const struct assignment *b)
{
    for (; a && b; a = a->from, b = b->from) {
        assert_int_equal(a->number, b->number);
        assert_true(assignment_equal(&space, a, b));
        assert_true(a->share == b->share);
        assert_true(!a->from == !b->from);
    }
}

/* Add an assignment; it must come back, and take no more than so many bytes. */
static void expect_kept(struct assignments *all, struct assignment a,
                        size_t most)
{
    const size_t at = assignments_add(all, &space, &a);
    struct assignment b = assignments_get(all, &space, at, a.number);

    expect_equal(&a, &b);
    assert_true(all->bytes.len - at <= most);
    assignment_release(&space, &a);
    assignment_release(&space, &b);
}

static void values_come_back(void **state)
{
    struct assignments all = {0};
    char *text = memory_format("%0300d", 7);

    (void)state;
    expect_kept(&all, made(0, "softmax", "v0", "0.00123456"), 14);
    expect_kept(&all, made(1, "1e-3", "v299", NULL), 5);
    expect_kept(&all, made(2, "", NULL, ""), 4);
    expect_kept(&all, made(3, NULL, NULL, text), 306);
    free(text);
    assignments_release(&all);
}

/* A journal has values as they were written, and trials are named by them. */
static void another_spelling_stays(void **state)
{
    struct assignments all = {0};

    (void)state;
    assert_true(parameter_respell(&parameter[0], 1, "0.001"));
    assert_int_equal(parameter_place(&parameter[0], "1e-3"), 1);
    expect_kept(&all, made(0, "1e-3", "none of the list", "1"), 26);
    expect_kept(&all, made(1, "0.001", "v1", "1"), 6);
    assignments_release(&all);
}

static void what_they_begin_from_comes_back(void **state)
{
    struct assignments all = {0};
    struct assignment first = made(40, "softmax", "v7", "0.5");
    struct assignment second = made(1000, "softmax", "v8", NULL);
    struct assignment third = made(200000, "1e-3", "v8", "0.25");

    (void)state;
    assignment_begin(&space, &second, &first, 1 / 3.0);
    assignment_begin(&space, &third, &second, 0.75);
    assignment_release(&space, &first);
    assignment_release(&space, &second);
    expect_kept(&all, made(39, "softmax", "v7", "0.5"), 9);
    expect_kept(&all, third, 48);
    assignments_release(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_come_back),
        cmocka_unit_test(another_spelling_stays),
        cmocka_unit_test(what_they_begin_from_comes_back),
    };

    return cmocka_run_group_tests(tests, make_space, free_space);
}
