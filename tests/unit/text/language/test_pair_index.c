/* Pairs and their numbers. */
#include "tests/test.h"

#include "text/language/pair_index.h"

enum { SIDE = 200 };

static void add_all(struct pair_index *p, int32_t least)
{
    for (int32_t a = 0; a < SIDE; a++)
        for (int32_t b = 0; b < SIDE; b++) {
            const int32_t right = least + b;

            if (a)
                assert_int_equal(pair_index_find(p, a - 1, right),
                                 (a - 1) * SIDE + b);
            assert_int_equal(pair_index_find(p, a, right), -1);
            assert_int_equal(pair_index_add(p, a, right), a * SIDE + b);
            assert_int_equal(pair_index_add(p, a, right), a * SIDE + b);
        }
    assert_int_equal(p->n, SIDE * SIDE);
}

static void numbers_follow_the_first_appearance(void **state)
{
    struct pair_index p = {0};

    (void)state;
    assert_int_equal(pair_index_find(&p, 0, 0), -1);
    add_all(&p, -SIDE / 2);
    for (int32_t i = 0; i < p.n; i++) {
        assert_int_equal(pair_index_left(&p, i), i / SIDE);
        assert_int_equal(pair_index_right(&p, i), i % SIDE - SIDE / 2);
    }
    pair_index_release(&p);
}

static void what_is_forgotten_is_new(void **state)
{
    struct pair_index p = {0};

    (void)state;
    pair_index_clear(&p);
    add_all(&p, 0);
    pair_index_clear(&p);
    assert_int_equal(pair_index_find(&p, 1, 1), -1);
    add_all(&p, 7);
    pair_index_release(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_follow_the_first_appearance),
        cmocka_unit_test(what_is_forgotten_is_new),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
