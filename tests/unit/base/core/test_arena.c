#include "tests/test.h"

#include <string.h>

#include "base/core/arena.h"
#include "base/core/memory.h"

static void loans_are_aligned_and_do_not_overlap(void **state)
{
    struct arena a = {0};
    unsigned char *p[200];

    (void)state;
    for (size_t i = 0; i < 200; i++) {
        p[i] = arena_alloc(&a, i * 37);
        assert_int_equal((uintptr_t)p[i] % 64, 0);
        memset(p[i], (int)i, i * 37);
    }
    for (size_t i = 0; i < 200; i++)
        for (size_t j = 0; j < i * 37; j++)
            assert_int_equal(p[i][j], i);
    arena_release(&a);
}

static void floats_are_zero_even_in_used_memory(void **state)
{
    struct arena a = {0};

    (void)state;
    memset(arena_alloc(&a, 4000), 0xff, 4000);
    arena_reset(&a);
    for (size_t i = 0; i < 1000; i++) {
        const float *x = arena_floats(&a, 1);

        assert_true(*x == 0);
    }
    arena_release(&a);
}

/* A step like that of training: loans of many sizes, some ended early. */
static void step(struct arena *a, size_t scale)
{
    for (size_t i = 1; i < 60; i++) {
        struct arena_mark outer = arena_mark(a), inner;

        arena_floats(a, i * scale);
        inner = arena_mark(a);
        arena_floats_raw(a, 9 * scale);
        arena_ints(a, 50 * scale);
        arena_rewind(a, inner);
        arena_ints(a, 4);
        if (i % 3 == 0)
            arena_rewind(a, outer);
    }
}

static void a_warm_step_asks_for_no_memory(void **state)
{
    struct arena a = {0};
    unsigned long calls;

    (void)state;
    step(&a, 500);
    arena_reset(&a);
    calls = memory_calls();
    for (int i = 0; i < 10; i++) {
        step(&a, 500);
        arena_reset(&a);
    }
    assert_int_equal(memory_calls(), calls);
    arena_release(&a);
}

/* Evaluation rewinds again and again without ever resetting. */
static void a_warm_rewind_asks_for_no_memory(void **state)
{
    struct arena a = {0};
    struct arena_mark start = arena_mark(&a);
    unsigned long calls;

    (void)state;
    step(&a, 500);
    arena_rewind(&a, start);
    calls = memory_calls();
    for (int i = 0; i < 10; i++) {
        step(&a, 500);
        arena_rewind(&a, start);
        assert_int_equal(a.total, 0);
    }
    assert_int_equal(memory_calls(), calls);
    arena_release(&a);
}

static void rewinding_keeps_older_loans(void **state)
{
    struct arena a = {0};
    struct arena_mark m;
    float *x;

    (void)state;
    x = arena_floats(&a, 1000);
    for (int i = 0; i < 1000; i++)
        x[i] = (float)i;
    m = arena_mark(&a);
    for (int i = 0; i < 50; i++) {
        memset(arena_alloc(&a, 100000), 0xff, 100000);
        arena_rewind(&a, m);
        memset(arena_alloc(&a, 1000), 0xff, 1000);
    }
    for (int i = 0; i < 1000; i++)
        assert_true(x[i] == (float)i);
    arena_release(&a);
}

static void the_peak_is_the_most_on_loan_at_once(void **state)
{
    struct arena a = {0};
    struct arena_mark m;

    (void)state;
    arena_alloc(&a, 64);
    m = arena_mark(&a);
    arena_alloc(&a, 640);
    arena_rewind(&a, m);
    arena_alloc(&a, 128);
    assert_int_equal(a.total, 64 + 128);
    assert_int_equal(a.peak, 64 + 640);
    arena_release(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loans_are_aligned_and_do_not_overlap),
        cmocka_unit_test(floats_are_zero_even_in_used_memory),
        cmocka_unit_test(a_warm_step_asks_for_no_memory),
        cmocka_unit_test(a_warm_rewind_asks_for_no_memory),
        cmocka_unit_test(rewinding_keeps_older_loans),
        cmocka_unit_test(the_peak_is_the_most_on_loan_at_once),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
