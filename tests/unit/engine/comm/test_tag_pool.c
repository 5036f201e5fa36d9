/* Numbers of attempts: which one is taken next. */
#include "config.h"

#include "tests/test.h"

#include <stdbool.h>
#include <string.h>

#include "engine/comm/tag_pool.h"

enum { N = 2048 };

/* As many numbers as the smallest tags have room for.  A hash of trial and
 * attempt would give two of 60 the same, more often than not. */
static void no_two_running_are_the_same(void **state)
{
    struct tag_pool q;
    bool had[N] = {false};

    (void)state;
    tag_pool_init(&q, N);
    for (int i = 0; i < N; i++) {
        const uint32_t number = tag_pool_take(&q);

        assert_in_range(number, 0, N - 1);
        assert_false(had[number]);
        had[number] = true;
    }
    tag_pool_release(&q);
}

static void one_that_is_lost_is_not_given_again(void **state)
{
    struct tag_pool q;

    (void)state;
    tag_pool_init(&q, N);
    const uint32_t lost = tag_pool_take(&q);

    for (int i = 0; i < 10 * N; i++) {
        const uint32_t number = tag_pool_take(&q);

        assert_int_not_equal(number, lost);
        tag_pool_return(&q, number);
    }
    tag_pool_release(&q);
}

/* The number that was returned last is taken last. */
static void they_come_in_turn(void **state)
{
    struct tag_pool q;

    (void)state;
    tag_pool_init(&q, N);
    for (int i = 0; i < 3 * N; i++) {
        assert_int_equal(tag_pool_take(&q), i % N);
        tag_pool_return(&q, (uint32_t)(i % N));
    }
    tag_pool_release(&q);
}

static void where_all_are_lost_it_goes_on(void **state)
{
    struct tag_pool q;

    (void)state;
    tag_pool_init(&q, N);
    for (int i = 0; i < 3 * N; i++)
        assert_int_equal(tag_pool_take(&q), i % N);
    tag_pool_release(&q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_two_running_are_the_same),
        cmocka_unit_test(one_that_is_lost_is_not_given_again),
        cmocka_unit_test(they_come_in_turn),
        cmocka_unit_test(where_all_are_lost_it_goes_on),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
