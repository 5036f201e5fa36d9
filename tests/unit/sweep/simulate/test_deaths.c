/* A simulated sweep whose job dies now and then. */
#include "config.h"

#include "tests/unit/sweep/simulate/fleet_fixture.h"

#include <limits.h>

/* Mean times between deaths, chosen to have a few of them. */
enum { OFTEN = 900, SELDOM = 2500, RESTART = 100 };

static struct fleet fleet_that_dies(int workers, double checkpoint,
                                    long retries)
{
    return (struct fleet){.workers = workers,
                          .between_deaths = OFTEN,
                          .restart = RESTART,
                          .checkpoint = checkpoint,
                          .retries = retries};
}

static bool by_arrival(const struct kind *k)
{
    return ((const struct scheduler_kind *)k)->by_arrival;
}

/* Only work after checkpoints is repeated, and the same trials are cut. */
static void expect_same_sweep(const struct kind *k, const struct observed *o)
{
    struct observed *calm = play(k->name, o->fleet.workers, 0.5, 0);
    const struct fleet_account *a = &o->account, *b = &calm->account;

    if (!by_arrival(k)) {
        assert_true(near(a->trained - a->lost, b->trained));
        assert_int_equal(a->finished, b->finished);
        assert_int_equal(a->cut, b->cut);
        assert_true(near(a->longest, b->longest));
    }
    end(calm);
}

static void a_sweep_is_the_same_however_often_its_job_dies(void **state)
{
    static const int sizes[] = {1, 7, MOST_WORKERS};

    (void)state;
    for (const struct kind *const *k = scheduler_kinds.list; *k; k++)
        for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
            struct fleet f = fleet_that_dies(sizes[i], 60, LONG_MAX);
            struct observed *o = play_fleet((*k)->name, 0.5, &f);

            expect_account(o);
            expect_same_sweep(*k, o);
            assert_true(o->account.deaths > 0);
            assert_int_equal(o->account.failed, 0);
            end(o);
        }
}

/* Workers and the job may be lost independently. */
static void both_may_be_lost(void **state)
{
    struct fleet f = fleet_that_dies(7, 60, LONG_MAX);

    (void)state;
    f.between_losses = 3600;
    struct observed *o = play_fleet("halving", 0.5, &f);

    expect_account(o);
    assert_true(o->account.deaths > 0 && o->account.losses > 0);
    f.between_deaths = 0;
    struct observed *p = play_fleet("halving", 0.5, &f);

    assert_int_equal(p->account.deaths, 0);
    assert_true(p->account.losses > 0);
    end(o);
    end(p);
}

/* One worker is idle only during a restart. */
static void a_start_takes_its_time(void **state)
{
    struct fleet f = fleet_that_dies(1, 60, LONG_MAX);
    struct observed *o = play_fleet("none", 0.5, &f);
    const struct fleet_account *a = &o->account;

    (void)state;
    assert_true(a->deaths > 10);
    assert_true(near(a->makespan, a->trained + (double)(RESTART * a->deaths)));
    end(o);
}

/* --- suspects ------------------------------------------------------------- */

static bool died(const struct training_span *s)
{
    return s->lost > 0;
}

/* The number of spans from `i` on that one death interrupted; 1 if it ended by
 * itself. */
static long ended_together(const struct observed *o, long i)
{
    long n = 1;

    while (died(&o->span[i]) && i + n < o->n &&
           o->span[i + n].end == o->span[i].end)
        n++;
    return n;
}

/* If nothing is saved, a trial that fails was alone at more deaths in a row
 * than are tolerated. */
static void who_fails_was_alone_too_often(void **state)
{
    enum { FORGIVEN = 1 };
    int alone[TRIALS] = {0};
    bool over[TRIALS] = {false};
    long failed = 0;
    struct fleet f = fleet_that_dies(3, 0, FORGIVEN);
    struct observed *o = play_fleet("none", 0.5, &f);

    (void)state;
    for (long i = 0, n; i < o->n; i += n) {
        n = ended_together(o, i);
        for (long j = i; j < i + n; j++) {
            const long trial = o->span[j].trial;

            over[trial] = !died(&o->span[j]);
            alone[trial] = !over[trial] && n == 1 ? alone[trial] + 1 : 0;
        }
    }
    for (long i = 0; i < TRIALS; i++) {
        assert_true(over[i] || alone[i] > FORGIVEN);
        failed += !over[i];
    }
    expect_account(o);
    assert_in_range(o->account.blamed, 1, TRIALS / 10);
    assert_int_equal(o->account.blamed, failed);
    assert_int_equal(o->account.failed, failed);
    end(o);
}

/* When the job dies after `after`; INFINITY: never. */
static double death_after(const struct observed *o, double after)
{
    double death = INFINITY;

    for (long i = 0; i < o->n; i++)
        if (died(&o->span[i]) && o->span[i].end > after)
            death = fmin(death, o->span[i].end);
    return death;
}

/* How many of the trials in `held` train at `now`. */
static int train_at(const struct observed *o, double now, const bool *held)
{
    int n = 0;

    for (long i = 0; i < o->n; i++)
        n += held[o->span[i].trial] && o->span[i].begin <= now &&
             now < o->span[i].end;
    return n;
}

/* Of the trials that the first death interrupted: the most that train at a time
 * before the second death; *held is their number. */
static int most_together(const struct observed *o, int *held)
{
    const double death = death_after(o, 0);
    const double next = death_after(o, death);
    bool is_held[TRIALS] = {false};
    int most = *held = 0;

    for (long i = 0; i < o->n; i++)
        if (o->span[i].end == death) {
            is_held[o->span[i].trial] = true;
            ++*held;
        }
    for (long i = 0; i < o->n; i++) {
        const double now = o->span[i].begin;
        const int n = now > death && now < next ? train_at(o, now, is_held) : 0;

        most = n > most ? n : most;
    }
    return most;
}

/* Suspects are tried one half at a time, unless they save something first. */
static void suspects_are_tried_by_halves(void **state)
{
    struct fleet f = fleet_that_dies(MOST_WORKERS, 0, 2);
    int held;

    (void)state;
    f.between_deaths = SELDOM;
    struct observed *o = play_fleet("none", 0, &f);

    int most = most_together(o, &held);

    assert_in_range(most, 2, held / 2);
    end(o);

    f.checkpoint = 60;
    o = play_fleet("none", 0, &f);
    most = most_together(o, &held);
    assert_true(most > held / 2);
    end(o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sweep_is_the_same_however_often_its_job_dies),
        cmocka_unit_test(both_may_be_lost),
        cmocka_unit_test(a_start_takes_its_time),
        cmocka_unit_test(who_fails_was_alone_too_often),
        cmocka_unit_test(suspects_are_tried_by_halves),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
