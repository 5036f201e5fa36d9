/*
 * fleet_fixture.h - a sweep of 200 drawn trials, simulated and recorded.
 */
#ifndef FLEET_FIXTURE_H
#define FLEET_FIXTURE_H

#include "tests/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/simulate/fleet.h"
#include "sweep/simulate/gantt.h"

enum { TRIALS = 200, MOST_WORKERS = 64 };

static struct parameter parameter[] = {{.name = "x", .min = 0, .max = 1},
                                       {.name = "y", .min = 0, .max = 1}};

/* A fleet and its recorded spans. */
struct observed {
    struct search search;
    struct chosen sampler, scheduler;
    struct trial_model trials;
    struct fleet fleet;
    struct fleet_account account;
    struct gantt gantt;
    double until[MOST_WORKERS]; /* when each worker's last attempt ended */
    long n, room;
    struct training_span *span; /* [n] owned */
};

static int name_trial(void *context, const struct assignment *a,
                      struct digest *name, struct error *e)
{
    const struct observed *o = context;
    struct str text = {0};

    (void)e;
    assignment_whole(&o->search.space, a, &text);
    *name = digest_of(str_text(&text), text.len);
    str_release(&text);
    return 0;
}

static void watch(void *context, const struct training_span *s)
{
    struct observed *o = context;

    assert_in_range(s->worker, 0, o->fleet.workers - 1);
    assert_true(s->begin >= o->until[s->worker]); /* one trial at a time */
    assert_true(s->end >= s->begin && s->lost >= 0);
    assert_true(s->lost <= s->end - s->begin + 1e-9);
    o->until[s->worker] = s->end;
    GROW(o->span, o->n, o->room);
    o->span[o->n++] = *s;
    gantt_watch(&o->gantt, s);
}

/* Simulate trials of 600 s with a spread on a fleet whose other members are
 * given. */
static struct observed *play_fleet(const char *scheduler, double spread,
                                   const struct fleet *like)
{
    struct observed *o = memory_zeroed(1, sizeof(*o));
    struct error e;

    chosen_preset(&o->scheduler, &scheduler_kinds, scheduler);
    chosen_preset(&o->sampler, &sampler_kinds, "random");
    o->search = (struct search){.space = {2, parameter},
                                .sampler = o->sampler,
                                .trials = TRIALS,
                                .seed = 5,
                                .maximize = true};
    trial_model_init(&o->trials, o->search.seed, true, 600, spread);
    gantt_init(&o->gantt, like->workers);
    o->fleet = *like;
    o->fleet.search = &o->search;
    o->fleet.scheduler = &o->scheduler;
    o->fleet.trials = &o->trials;
    o->fleet.name = name_trial;
    o->fleet.watch = watch;
    o->fleet.context = o->fleet.watcher = o;
    assert_int_equal(fleet_simulate(&o->fleet, &o->account, &e), 0);
    return o;
}

/* Simulate a fleet that loses only workers. */
static inline struct observed *play(const char *scheduler, int workers,
                                    double spread, double between_losses)
{
    return play_fleet(scheduler, spread,
                      &(struct fleet){.workers = workers,
                                      .between_losses = between_losses,
                                      .checkpoint = 60,
                                      .retries = 2});
}

static void end(struct observed *o)
{
    chosen_release(&o->scheduler);
    chosen_release(&o->sampler);
    trial_model_release(&o->trials);
    gantt_release(&o->gantt);
    free(o->span);
    free(o);
}

static inline bool near(double x, double y)
{
    return fabs(x - y) <= 1e-9 * (1 + fabs(x));
}

/* Check that each trial ends.  If trials are cloned, each that is cut is
 * followed by one, which may equal another. */
static inline void expect_ends(const struct observed *o)
{
    const struct fleet_account *a = &o->account;
    const long ended = a->finished + a->failed;

    if (scheduler_kind_of(&o->scheduler)->explore)
        assert_in_range(ended - a->cut, TRIALS - a->equal, TRIALS);
    else
        assert_int_equal(ended, TRIALS);
}

/* Check that the spans add up to the account. */
static inline void expect_account(const struct observed *o)
{
    const struct fleet_account *a = &o->account;
    double trained = 0, lost = 0, last = 0;

    for (long i = 0; i < o->n; i++) {
        trained += o->span[i].end - o->span[i].begin;
        lost += o->span[i].lost;
        last = fmax(last, o->span[i].end);
    }
    assert_true(near(trained, a->trained) && near(lost, a->lost));
    assert_true(last == a->makespan);
    expect_ends(o);
    assert_true(a->makespan >= a->trained / o->fleet.workers - 1e-6);
    assert_true(a->makespan >= a->longest);
}

#endif
