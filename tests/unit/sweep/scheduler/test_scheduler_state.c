/* The state that schedulers keep equals what is computed from all trials, after
 * any events. */
#include "config.h"

#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers/math_functions.h"
#include "base/numbers/random.h"
#include "sweep/scheduler/bracket.h"

enum { MOST = 40, RACES = 300, EVENTS = 200 };

/* --- computed from all trials --------------------------------------------- */

static bool competes(const struct scheduler_trial *t, int k)
{
    return !t->out && t->passed >= k;
}

static bool has_come(const struct scheduler_trial *t, int k)
{
    return t->rung > k || t->over;
}

static bool waits_at(const struct scheduler_trial *t, int k)
{
    return t->decision == DECISION_WAIT && t->rung == k + 1;
}

static bool has_lower_tie_break(const struct scheduler *r, long j, long i)
{
    const uint32_t a = scheduler_tie_break(r, j), b = scheduler_tie_break(r, i);

    return a < b || (a == b && j < i);
}

/* The number of trials before trial i among all that have reached rung k. */
static long rank_of(const struct scheduler *r, long i, int k)
{
    const double x = scheduler_value(r, i, k);
    long before = 0;

    for (long j = 0; j < r->n; j++) {
        const double y = scheduler_value(r, j, k);

        if (competes(&r->trial[j], k) && has_come(&r->trial[j], k))
            before +=
                scheduler_better(r, y, x) ||
                (!scheduler_better(r, x, y) && has_lower_tie_break(r, j, i));
    }
    return before;
}

static long come_to(const struct scheduler *r, int k)
{
    long n = 0;

    for (long j = 0; j < r->n; j++)
        n += competes(&r->trial[j], k) && has_come(&r->trial[j], k);
    return n;
}

/* The decision on a trial that waits at rung k among all of a bracket. */
static enum decision of_bracket(const struct scheduler *r, long i, int k,
                                bool early)
{
    const struct halving *c = r->scheduler->conf;
    const long best = (long)((double)come_to(r, k) / c->eta + 1e-9);

    if (early)
        return rank_of(r, i, k) < best ? DECISION_PROMOTE : DECISION_WAIT;
    for (long j = 0; j < r->n; j++)
        if (competes(&r->trial[j], k) && !has_come(&r->trial[j], k))
            return DECISION_WAIT;
    if (r->n < r->all)
        return DECISION_WAIT;
    return rank_of(r, i, k) < (best > 0 ? best : 1) ? DECISION_PROMOTE
                                                    : DECISION_STOP;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

struct rounds {
    long rungs, round, least; /* as in scheduler/kinds/median.c */
};

static enum decision of_median(const struct scheduler *r, long i, int k)
{
    const struct rounds *c = r->scheduler->conf;
    double value[MOST];
    long n = 0;

    for (long j = 0; j < i / c->round * c->round; j++) {
        const struct scheduler_trial *t = &r->trial[j];

        if (!t->out && !t->over && t->rung <= k)
            return DECISION_WAIT;
        value[n] = t->rung > k ? scheduler_value(r, j, k) : NAN;
        n += !isnan(value[n]);
    }
    qsort(value, (size_t)n, sizeof(*value), ascending);
    return n >= c->least &&
                   scheduler_better(r, (value[(n - 1) / 2] + value[n / 2]) / 2,
                                    scheduler_value(r, i, k))
               ? DECISION_STOP
               : DECISION_PROMOTE;
}

static enum decision wanted(const struct scheduler *r, long i, int k)
{
    const char *kind = r->scheduler->kind->name;

    return !strcmp(kind, "median") ? of_median(r, i, k)
                                   : of_bracket(r, i, k, !strcmp(kind, "asha"));
}

/* --- sweeps --------------------------------------------------------------- */

/* Check that no trial waits that could be decided on, and that the last
 * decisions were right: decisions do not change the order of trials. */
static void expect_decisions(struct scheduler *r, const enum decision *before)
{
    for (long i = 0; i < r->n; i++) {
        const struct scheduler_trial is = r->trial[i];

        if (before[i] != DECISION_WAIT)
            continue;
        if (is.decision == DECISION_PROMOTE) /* its state when it waited */
            r->trial[i].passed--;
        r->trial[i].decision = DECISION_WAIT;
        assert_true(waits_at(&r->trial[i], is.rung - 1));
        const enum decision decision = wanted(r, i, is.rung - 1);

        r->trial[i] = is;
        assert_int_equal(is.decision, decision);
    }
    r->decided = 0;
}

/* Make a random event for trial i; values are equal now and then. */
static void make_event(struct scheduler *r, long i, const uint32_t dice[3])
{
    const struct scheduler_trial *t = &r->trial[i];
    const double value = dice[1] % 12 ? dice[1] % 12 : NAN;
    struct scheduler_trial end = {.goal = NAN};

    if (t->out || t->over) { /* now and then it is run again */
        if (dice[0] % 4)
            return;
    } else if (dice[0] % 5 == 0)
        end.out = true;
    else if (dice[0] % 5 == 1 || t->decision == DECISION_STOP ||
             t->passed == scheduler_rungs(r, i)) {
        end.over = true;
        end.goal = value;
    } else if (t->decision != DECISION_WAIT && t->rung == t->passed) {
        scheduler_pause(r, i, value);
        return;
    } else
        return;
    scheduler_leave(r, i, &end);
}

static void run_scheduler(const struct chosen *c, uint64_t seed)
{
    const struct random_key key = random_key(seed, "race");
    struct scheduler r = {.scheduler = c,
                          .maximize = seed % 2,
                          .all = 5 + (long)(seed % (MOST - 5))};
    enum decision before[MOST];

    for (uint32_t e = 0; e < EVENTS; e++) {
        uint32_t dice[4];
        long i = r.n;

        random_words(key, (struct address){.example = e}, 4, dice);
        if (r.n == 0 || (r.n < r.all && dice[3] % 3 == 0))
            scheduler_add(&r, dice[0] % 8 == 0);
        else
            make_event(&r, i = (long)(dice[3] / 3 % (uint32_t)r.n), dice);
        for (long j = 0; j < r.n; j++)
            before[j] = r.trial[j].decision;
        scheduler_settle(&r, i);
        expect_decisions(&r, before);
    }
    scheduler_release(&r);
}

static void decisions_are_those_of_a_scan_of_all(void **state)
{
    static const char *const kinds[] = {"halving", "asha", "median"};

    (void)state;
    for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
        struct chosen c;

        assert_int_equal(chosen_preset(&c, &scheduler_kinds, kinds[k]), 0);
        for (uint64_t seed = 1; seed <= RACES; seed++)
            run_scheduler(&c, seed);
        chosen_release(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decisions_are_those_of_a_scan_of_all),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
