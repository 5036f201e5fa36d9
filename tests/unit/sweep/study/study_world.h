/*
 * study_world.h - simulates a study from a seed: random are who trains, who is
 * first, who is lost, when everything ends at once, and what the disk has by
 * then.
 */
#ifndef STUDY_WORLD_H
#define STUDY_WORLD_H

#include "tests/unit/study_searches.h"

#include "tests/unit/sweep/study/study_disk.h"
#include "tests/unit/sweep/study/study_late.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { MOST_SLOTS = 9 };

/* How far each slot has to train; a closed slot has no worker. */
struct attempt {
    double until;
    bool ends_there, closed;
    long line; /* line of the log after which it is told */
    bool told;
};

/* The state of one job after the other. */
struct study_world {
    int slots;
    bool trouble;
    struct dice dice;
    struct replay_log log;
    struct disk disk;
    struct study *s; /* the current job's */
    struct late late;
    int decisions; /* in all jobs */
    struct attempt attempt[MOST_SLOTS];
};

/* --- trials -------------------------------------------------------------- */

static struct digest name_of(const struct assignment *a)
{
    struct str text = {0};

    assignment_whole(&search.space, a, &text);
    const struct digest d = digest_of(text.s, text.len);

    str_release(&text);
    return d;
}

/* Some fail; the others have a peak at 63, which shows more with a larger
 * share, and trials that begin from another's state do better. */
static double goal_of(const struct assignment *a, double share)
{
    const long x = strtol(a->value[0], NULL, 10);
    double goal = 100.0 - (double)labs(x - 63);

    for (; a->from; a = a->from)
        goal += 20;
    return x % 5 == 0 ? NAN : goal - (1 - share) * (double)(x * x % 7);
}

/* A few end before any rung. */
static bool ends_early(const struct assignment *a)
{
    return strtol(a->value[0], NULL, 10) % 9 == 0;
}

/* A few fail after their first rung. */
static bool fails_late(const struct assignment *a)
{
    return strtol(a->value[0], NULL, 10) % 8 == 0;
}

/* Check that the state that a trial begins from is unchanged. */
static void expect_state(const struct study *s, const struct assignment *a)
{
    const struct digest parent = name_of(a->from);
    long i = 0;

    while (study_trial(s, i)->dropped ||
           !digest_equal(study_trial(s, i)->name, parent))
        i++;
    assert_int_equal(study_trial(s, i)->phase, PHASE_WAITING);
    assert_true(study_reached(s, i) == a->share);
    assert_true(a->number >= TRIALS);
}

static void name_next(struct study *s, struct replay_log *c)
{
    struct assignment a = study_assignment(s, study_trials(s));
    struct event e = {.trial = a.number, .name = name_of(&a)};

    assert_true(search_allows(&search, &a));
    /* 59 keeps the rules, but is not valid */
    e.word = strcmp(a.value[0], "59") ? EVENT_NAMED : EVENT_DROPPED;
    if (e.word == EVENT_NAMED && a.from)
        expect_state(s, &a);
    replay_log_add(c, s, &e);
    assignment_release(&search.space, &a);
}

/* --- events --------------------------------------------------------------- */

/* Remove or return the worker of a slot; one slot stays open. */
static void change_slots(struct study_world *w)
{
    const int slot = 1 + (int)roll(&w->dice, MOST_SLOTS);

    if (slot >= w->slots || study_slot(w->s, slot) >= 0)
        return;
    struct attempt *r = &w->attempt[slot];

    r->closed = !r->closed;
    study_tell(w->s,
               &(struct event){.word = r->closed ? EVENT_CLOSED : EVENT_OPENED,
                               .slot = slot});
}

/* Let running trials save something now and then. */
static void save_some(struct study_world *w)
{
    for (int i = 0; i < w->slots; i++)
        if (study_slot(w->s, i) >= 0 && w->attempt[i].told &&
            roll(&w->dice, 4) == 0)
            study_tell(w->s, &(struct event){.word = EVENT_SAVED,
                                             .trial = study_slot(w->s, i)});
}

/* End a trial in one of the possible ways. */
static void end_one(struct study_world *w, int slot)
{
    const struct attempt *r = &w->attempt[slot];
    const long trial = study_slot(w->s, slot);
    struct assignment a = study_assignment(w->s, trial);
    const bool fails = isnan(goal_of(&a, 1)) ||
                       (fails_late(&a) && study_rung(w->s, trial) > 0);
    const bool by_itself = !(r->until > 0) || ends_early(&a);
    const bool pauses = !by_itself && !r->ends_there && !fails;
    const struct event e = {.word = fails    ? EVENT_FAILED
                                    : pauses ? EVENT_PAUSED
                                             : EVENT_FINISHED,
                            .trial = trial,
                            .goal = goal_of(&a, by_itself ? 1 : r->until)};
    const struct event lost = {.word = EVENT_LOST, .trial = trial};
    const int losses = study_trial(w->s, trial)->losses;
    const bool loses = w->trouble && roll(&w->dice, 6) == 0;

    assignment_release(&search.space, &a);
    replay_log_add(&w->log, w->s, loses ? &lost : &e);
    assert_int_equal(study_trial(w->s, trial)->losses, losses + loses);
}

static void expect_tally(const struct study *s)
{
    const struct study_tally t = study_tally(s);
    const long n = study_trials(s), later = n < TRIALS ? TRIALS - n : 0;
    long count[PHASES] = {[PHASE_WAITING] = later};
    long own[PHASES] = {[PHASE_WAITING] = later};
    long best = -1, dropped = 0;

    for (long i = 0; i < study_trials(s); i++) {
        const struct trial *r = study_trial(s, i);

        dropped += r->dropped;
        if (r->dropped)
            continue;
        count[r->duplicate_of < 0 ? r->phase
                                  : study_trial(s, r->duplicate_of)->phase]++;
        if (r->duplicate_of >= 0)
            continue;
        own[r->phase]++;
        if (!isnan(r->goal) &&
            (best < 0 || r->goal > study_trial(s, best)->goal))
            best = i;
    }
    assert_memory_equal(count, t.count, sizeof(count));
    assert_memory_equal(own, t.own, sizeof(own));
    assert_int_equal(best, t.best);
    assert_int_equal(t.trials, n + later - dropped);
}

/* Check that each rung lies further than the one before, at which a cut trial
 * ends. */
static void expect_further(const struct study *s, const struct next *d)
{
    const int rung = study_rung(s, d->trial);

    if (d->ends_there)
        assert_true(rung > 0 && d->until > 0);
    else if (d->until > 0 && rung > 0)
        assert_true(d->until > 1.0 / 27 + 1e-9);
    assert_true(d->until < 1);
}

/* Some trials cannot be trained on some slots; all can on the first. */
static bool suits(void *context, long trial, int slot)
{
    (void)context;
    return slot == 0 || (trial * 5 + slot) % 3 != 0;
}

/* --- a simulation --------------------------------------------------------- */

static void begin(struct study_world *w, const struct next *next)
{
    struct attempt *r = &w->attempt[next->slot];

    expect_further(w->s, next);
    assert_false(r->closed);
    assert_true(study_trial(w->s, next->trial)->losses <=
                w->log.policy.retries);
    assert_true(!w->trouble || suits(NULL, next->trial, next->slot));
    replay_log_begin(&w->log, w->s, next);
    *r = (struct attempt){
        .until = next->until, .ends_there = next->ends_there, .line = w->log.n};
}

/* Trials that wait at a rung are decided on once the others have reached it.
 * This is needed only if those wait for them, if the scheduler decides by
 * arrival, or if it never decides. */
static void settle(struct study_world *w)
{
    const struct scheduler_kind *k = scheduler_kind_of(w->log.scheduler);

    assert_true(search_kind(&search)->round || k->by_arrival ||
                !strcmp(k->is.name, "silent"));
    replay_log_add(&w->log, w->s, &(struct event){.word = EVENT_SETTLED});
}

static void give_up(struct study_world *w, long trial)
{
    assert_true(study_trial(w->s, trial)->losses > w->log.policy.retries);
    replay_log_add(&w->log, w->s,
                   &(struct event){.word = EVENT_FAILED, .trial = trial});
}

static void obey(struct study_world *w, const struct next *next)
{
    assert_int_not_equal(next->word, NEXT_STOP);
    if (next->word == NEXT_NAME)
        name_next(w->s, &w->log);
    else if (next->word == NEXT_SETTLE)
        settle(w);
    else if (next->word == NEXT_FAIL)
        give_up(w, next->trial);
    else
        begin(w, next);
    expect_tally(w->s);
    expect_halves(w->s);
}

/* True if its order is synced. */
static bool may_leave(const struct study_world *w, const struct attempt *r)
{
    return r->line <= w->disk.synced;
}

/* Send the orders that may be sent; returns the number of slots that train by
 * their orders, and these slots. */
static int tell_orders(struct study_world *w, int *slot)
{
    int n = 0;

    for (int i = 0; i < w->slots; i++) {
        struct attempt *r = &w->attempt[i];

        if (study_slot(w->s, i) < 0 || !may_leave(w, r))
            continue;
        if (!r->told)
            disk_send(&w->disk, w->s, study_slot(w->s, i));
        r->told = true;
        slot[n++] = i;
    }
    return n;
}

/* End one of the running trials. */
static void go_on(struct study_world *w)
{
    int slot[MOST_SLOTS], n = 0;

    if (!w->trouble || roll(&w->dice, 2) == 0)
        disk_sync(&w->disk, &w->log);
    if ((n = tell_orders(w, slot)) == 0) {
        disk_sync(&w->disk, &w->log);
        n = tell_orders(w, slot);
    }
    assert_true(n > 0); /* else all wait without end */
    end_one(w, slot[roll(&w->dice, (uint32_t)n)]);
    if (w->trouble) {
        save_some(w);
        change_slots(w);
    }
    expect_tally(w->s);
}

static bool job_dies(struct study_world *w)
{
    if (!w->trouble || roll(&w->dice, 60) > 0)
        return false;
    disk_down(&w->disk, &w->log, w->s, &w->dice);
    return true;
}

static bool someone_trains(const struct study_world *w)
{
    bool any = false;

    for (int i = 0; i < w->slots; i++)
        any |= study_slot(w->s, i) >= 0;
    return any;
}

/* Simulate until it is over or the job dies; true if it is over. */
static bool play(struct study_world *w)
{
    struct next next;

    memset(w->attempt, 0, sizeof(w->attempt));
    w->late = (struct late){.dice = &w->dice};
    if (w->trouble) {
        study_suits(w->s, suits, NULL);
        study_propose_by(w->s, propose_late, &w->late);
    }
    for (;;) {
        while (study_next(w->s, &next)) {
            assert_true(++w->decisions < 10000); /* else it never ends */
            if (next.word == NEXT_QUIT)
                return true;
            obey(w, &next);
            if (job_dies(w))
                return false;
        }
        if (study_waits(w->s) && (roll(&w->dice, 2) || !someone_trains(w)))
            continue;
        go_on(w);
        if (job_dies(w))
            return false;
    }
}

/* Set how often a trial is retried. */
static void world_retries(struct study_world *w, long retries)
{
    w->log.policy.retries = retries;
    study_policy(w->s, &w->log.policy);
}

static void world_begin(struct study_world *w, const struct chosen *scheduler,
                        uint64_t seed, int slots, bool trouble)
{
    *w =
        (struct study_world){.slots = slots,
                             .trouble = trouble,
                             .dice = {.key = random_key(seed, "world")},
                             .log = {.search = &search, .scheduler = scheduler},
                             .s = study_new(&search, scheduler, slots)};
    world_retries(w, LONG_MAX);
}

static void world_end(struct study_world *w)
{
    study_free(w->s);
    replay_log_release(&w->log);
    free(w->disk.sent_orders);
}

/* Simulate job after job until it is over. */
static void play_all(struct study_world *w)
{
    while (!play(w)) {
        study_free(w->s);
        w->slots = 1 + (int)roll(&w->dice, MOST_SLOTS);
        w->s = resume(&w->log, w->slots);
        disk_resume(&w->disk, &w->log);
        expect_tally(w->s);
    }
}

#endif
