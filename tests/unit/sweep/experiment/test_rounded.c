/* Normal distributions of whole numbers, and values drawn earlier. */
#include "tests/unit/sweep/experiment/experiment_fixture.h"

#include "base/core/memory.h"
#include "sweep/experiment/proposed.h"

#define WHOLE_NORMAL                                           \
    HEAD "sweep: {method: random, trials: 2000, parameters: {" \
         "train.batch: {mean: 8, deviation: 1, min: 7, max: 9}}}\n"

enum { DRAWN = 2000 };

/* With the normal's F: the middle has F(1/2) - F(-1/2) of F(3/2) - F(-3/2). */
static void a_normal_ones_ends_have_their_whole_share(void **state)
{
    struct experiment x;
    int of[3] = {0};

    (void)state;
    read_well(&x, WHOLE_NORMAL);
    for (int i = 0; i < DRAWN; i++) {
        struct assignment a = experiment_assignment(&x, i);
        const long value = strtol(a.value[0], NULL, 10);

        assert_in_range(value, 7, 9);
        of[value - 7]++;
        assignment_release(&x.search.space, &a);
    }
    experiment_release(&x);
    assert_in_range(of[1], 0.442 * DRAWN - 60, 0.442 * DRAWN + 60);
    assert_in_range(of[0], 0.279 * DRAWN - 60, 0.279 * DRAWN + 60);
}

/* A journal can contain what another codarun has drawn. */
static void what_was_drawn_before_stays(void **state)
{
    struct experiment x;

    (void)state;
    read_well(&x, WHOLE_NORMAL);
    struct proposed told = {.x = &x};
    struct assignment a = experiment_assignment(&x, 0), b;
    const char *other = strcmp(a.value[0], "7") ? "7" : "9";

    free(a.value[0]);
    a.value[0] = memory_string(other);
    proposed_add(&told, &a);
    b = proposed_assignment(&told, 0);
    assert_string_equal(b.value[0], other);
    assignment_release(&x.search.space, &a);
    assignment_release(&x.search.space, &b);
    proposed_release(&told);
    experiment_release(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_normal_ones_ends_have_their_whole_share),
        cmocka_unit_test(what_was_drawn_before_stays),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
