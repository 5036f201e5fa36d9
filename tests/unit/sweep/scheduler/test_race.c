/* Races: what schedulers keep of a race says what a look at all of its entrants
 * would, whatever comes to them. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers/functions.h"
#include "base/numbers/random.h"
#include "sweep/scheduler/bracket.h"

enum { MOST = 40, RACES = 300, EVENTS = 200 };

/* --- by looking at all of them -------------------------------------------- */

static bool competes(const struct entrant *t, int k)
{
    return !t->out && t->passed >= k;
}

static bool has_come(const struct entrant *t, int k)
{
    return t->rung > k || t->over;
}

static bool waits_at(const struct entrant *t, int k)
{
    return t->ruling == RULING_WAIT && t->rung == k + 1;
}

static bool has_lower_lot(const struct race *r, long j, long i)
{
    const uint32_t a = race_lot(r, j), b = race_lot(r, i);

    return a < b || (a == b && j < i);
}

/* How many of all who have come to rung k are before entrant i? */
static long rank_of(const struct race *r, long i, int k)
{
    const double x = race_value(r, i, k);
    long before = 0;

    for (long j = 0; j < r->n; j++) {
        const double y = race_value(r, j, k);

        if (competes(&r->entrant[j], k) && has_come(&r->entrant[j], k))
            before += race_better(r, y, x) ||
                      (!race_better(r, x, y) && has_lower_lot(r, j, i));
    }
    return before;
}

static long come_to(const struct race *r, int k)
{
    long n = 0;

    for (long j = 0; j < r->n; j++)
        n += competes(&r->entrant[j], k) && has_come(&r->entrant[j], k);
    return n;
}

/* What becomes of one that waits at rung k among all of a bracket. */
static enum ruling of_bracket(const struct race *r, long i, int k, bool early)
{
    const struct halving *c = r->scheduler->conf;
    const long best = (long)((double)come_to(r, k) / c->eta + 1e-9);

    if (early)
        return rank_of(r, i, k) < best ? RULING_GO_ON : RULING_WAIT;
    for (long j = 0; j < r->n; j++)
        if (competes(&r->entrant[j], k) && !has_come(&r->entrant[j], k))
            return RULING_WAIT;
    if (r->n < r->all)
        return RULING_WAIT;
    return rank_of(r, i, k) < (best > 0 ? best : 1) ? RULING_GO_ON : RULING_CUT;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

struct rounds {
    long rungs, round, least; /* as scheduler/kinds/median.c has them */
};

static enum ruling of_median(const struct race *r, long i, int k)
{
    const struct rounds *c = r->scheduler->conf;
    double value[MOST];
    long n = 0;

    for (long j = 0; j < i / c->round * c->round; j++) {
        const struct entrant *t = &r->entrant[j];

        if (!t->out && !t->over && t->rung <= k)
            return RULING_WAIT;
        value[n] = t->rung > k ? race_value(r, j, k) : NAN;
        n += !isnan(value[n]);
    }
    qsort(value, (size_t)n, sizeof(*value), ascending);
    return n >= c->least &&
                   race_better(r, (value[(n - 1) / 2] + value[n / 2]) / 2,
                               race_value(r, i, k))
               ? RULING_CUT
               : RULING_GO_ON;
}

static enum ruling wanted(const struct race *r, long i, int k)
{
    const char *kind = r->scheduler->kind->name;

    return !strcmp(kind, "median") ? of_median(r, i, k)
                                   : of_bracket(r, i, k, !strcmp(kind, "asha"));
}

/* --- races -----------------------------------------------------------------
 */

/* Nobody waits who could be ruled on, and whoever was ruled on just now was so
 * rightly: rulings change nobody's place. */
static void expect_rulings(struct race *r, const enum ruling *before)
{
    for (long i = 0; i < r->n; i++) {
        const struct entrant is = r->entrant[i];

        if (before[i] != RULING_WAIT)
            continue;
        if (is.ruling == RULING_GO_ON) /* as it was when it waited */
            r->entrant[i].passed--;
        r->entrant[i].ruling = RULING_WAIT;
        assert_true(waits_at(&r->entrant[i], is.rung - 1));
        const enum ruling ruling = wanted(r, i, is.rung - 1);

        r->entrant[i] = is;
        assert_int_equal(is.ruling, ruling);
    }
    r->ruled = 0;
}

/* Something comes to entrant i; values are equal now and then. */
static void befall(struct race *r, long i, const uint32_t dice[3])
{
    const struct entrant *t = &r->entrant[i];
    const double value = dice[1] % 12 ? dice[1] % 12 : NAN;
    struct entrant end = {.goal = NAN};

    if (t->out || t->over) { /* once in a while it is run again */
        if (dice[0] % 4)
            return;
    } else if (dice[0] % 5 == 0)
        end.out = true;
    else if (dice[0] % 5 == 1 || t->ruling == RULING_CUT ||
             t->passed == race_rungs(r, i)) {
        end.over = true;
        end.goal = value;
    } else if (t->ruling != RULING_WAIT && t->rung == t->passed) {
        race_pause(r, i, value);
        return;
    } else
        return;
    race_leave(r, i, &end);
}

static void run_race(const struct chosen *c, uint64_t seed)
{
    const struct random_key key = random_key(seed, "race");
    struct race r = {.scheduler = c,
                     .maximize = seed % 2,
                     .all = 5 + (long)(seed % (MOST - 5))};
    enum ruling before[MOST];

    for (uint32_t e = 0; e < EVENTS; e++) {
        uint32_t dice[4];
        long i = r.n;

        random_words(key, (struct address){.example = e}, 4, dice);
        if (r.n == 0 || (r.n < r.all && dice[3] % 3 == 0))
            race_enter(&r, dice[0] % 8 == 0);
        else
            befall(&r, i = (long)(dice[3] / 3 % (uint32_t)r.n), dice);
        for (long j = 0; j < r.n; j++)
            before[j] = r.entrant[j].ruling;
        race_settle(&r, i);
        expect_rulings(&r, before);
    }
    race_release(&r);
}

static void rulings_are_those_of_a_look_at_all(void **state)
{
    static const char *const kinds[] = {"halving", "asha", "median"};

    (void)state;
    for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
        struct chosen c;

        assert_int_equal(chosen_preset(&c, &scheduler_kinds, kinds[k]), 0);
        for (uint64_t seed = 1; seed <= RACES; seed++)
            run_race(&c, seed);
        chosen_release(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rulings_are_those_of_a_look_at_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
