/* The ledger: what it keeps up to date is what counting would find. */
#include "experiment_fixture.h"

#include <math.h>

#include "base/random.h"
#include "search/ledger.h"

/* 18 different trials at most. */
#define TWINS                                   \
    HEAD "sweep:\n"                             \
         "  method: random\n"                   \
         "  trials: 40\n"                       \
         "  goal: {minimize: valid.mrr}\n"      \
         "  parameters:\n"                      \
         "    model.hidden: {min: 3, max: 5}\n" \
         "    train.seed: {min: 1, max: 6}\n"

enum { TRIALS = 40, TURNS = 4000 };

static void expect_counts(const struct ledger *l)
{
    long count[PLACES] = {0}, own[PLACES] = {0}, best = -1;

    for (long i = 0; i < l->n; i++) {
        const struct ledger_row *row = &l->row[i];

        count[l->row[row->twin < 0 ? i : row->twin].place]++;
        if (row->twin >= 0)
            continue;
        own[row->place]++;
        if (!isnan(row->goal) && (best < 0 || row->goal < l->row[best].goal))
            best = i;
    }
    assert_memory_equal(count, l->count, sizeof(count));
    assert_memory_equal(own, l->own, sizeof(own));
    assert_int_equal(best, l->best);
}

static long first_waiting(const struct ledger *l)
{
    for (long i = 0; i < l->n; i++)
        if (l->row[i].twin < 0 && l->row[i].place == PLACE_WAITING)
            return i;
    return -1;
}

static void it_keeps_what_counting_would_find(void **state)
{
    struct experiment x;
    struct ledger l;
    struct error e;
    uint32_t roll[TURNS][3];

    (void)state;
    read_well(&x, TWINS);
    assert_int_equal(ledger_init(&l, &x, &e), 0);
    assert_int_equal(l.n, TRIALS);
    assert_in_range(l.own[PLACE_WAITING], 10, 18);
    expect_counts(&l);
    random_words(random_key(1, "ledger"), (struct address){0}, 3 * TURNS,
                 roll[0]);
    for (int t = 0; t < TURNS; t++) {
        const long trial = roll[t][0] % TRIALS;

        if (l.row[trial].twin >= 0 || l.row[trial].place == PLACE_FINISHED)
            continue;
        if (roll[t][1] % 8 == 0 && l.row[trial].place == PLACE_RUNNING)
            ledger_finish(&l, trial, roll[t][2] % 3 ? roll[t][2] % 9 : NAN);
        else
            ledger_move(&l, trial,
                        (enum place[]){PLACE_WAITING, PLACE_RUNNING,
                                       PLACE_FAILED}[roll[t][1] / 8 % 3]);
        expect_counts(&l);
        assert_int_equal(ledger_next(&l), first_waiting(&l));
    }
    assert_true(l.own[PLACE_FINISHED] > 5);
    ledger_release(&l);
    experiment_release(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_keeps_what_counting_would_find),
    };

    return cmocka_run_group_tests(tests, begin, end);
}
