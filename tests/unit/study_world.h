/*
 * study_world.h - a world that plays a study by a seed: who trains, who is
 * first, who is lost, and when everything ends at once are rolled.
 */
#ifndef STUDY_WORLD_H
#define STUDY_WORLD_H

#include "study_searches.h"

#include "study_laws.h"

#include <limits.h>
#include <stdio.h>

enum { MOST_SEATS = 9 };

/* --- a world ------------------------------------------------------------- */

static struct digest name_of(const struct assignment *a)
{
    struct str text = {0};

    assignment_whole(&search.space, a, &text);
    const struct digest d = digest_of(text.s, text.len);

    str_release(&text);
    return d;
}

/* Some fail; the others have a peak at 63, which shows more and more, and what
 * begins from another does better. */
static double goal_of(const struct trial *t, double share)
{
    const long x = strtol(t->a.value[0], NULL, 10);
    double goal = 100.0 - (double)labs(x - 63);

    for (const struct assignment *a = &t->a; a->from; a = a->from)
        goal += 20;
    return x % 5 == 0 ? NAN : goal - (1 - share) * (double)(x * x % 7);
}

/* A few end before any rung. */
static bool ends_early(const struct trial *t)
{
    return strtol(t->a.value[0], NULL, 10) % 9 == 0;
}

/* A few fail behind their first rung. */
static bool fails_late(const struct trial *t)
{
    return strtol(t->a.value[0], NULL, 10) % 8 == 0;
}

/* How far each seat has to train; at a closed one there is no one who could. */
struct errand {
    double until;
    bool ends_there, closed;
};

/* The state that a trial begins from is still as it was. */
static void expect_state(const struct study *s, const struct assignment *a)
{
    const struct digest parent = name_of(a->from);
    long i = 0;

    while (study_trial(s, i)->dropped ||
           !digest_equal(study_trial(s, i)->name, parent))
        i++;
    assert_int_equal(study_trial(s, i)->place, PLACE_WAITING);
    assert_true(study_reached(s, i) == a->share);
    assert_true(a->number >= TRIALS);
}

static void name_next(struct study *s, struct chronicle *c)
{
    const struct assignment *a = &study_trial(s, study_trials(s))->a;
    const struct digest name = name_of(a);

    assert_true(search_allows(&search, a));
    if (!strcmp(a->value[0], "59")) { /* which keeps the rules, and cannot be */
        chronicle_tell(c, s, &(struct event){.word = EVENT_DROPPED});
        return;
    }
    if (a->from)
        expect_state(s, a);
    chronicle_tell(
        c, s,
        &(struct event){.word = EVENT_NAMED, .trial = a->number, .name = name});
}

/* Those who could train at a seat go or come back; one seat stays open. */
static void change_seats(struct study *s, struct errand *errand, int seats,
                         struct dice *d)
{
    const int seat = 1 + (int)roll(d, MOST_SEATS);

    if (seat >= seats || study_seat(s, seat) >= 0)
        return;
    errand[seat].closed = !errand[seat].closed;
    study_tell(s, &(struct event){.word = errand[seat].closed ? EVENT_CLOSED
                                                              : EVENT_OPENED,
                                  .seat = seat});
}

/* A trial ends somehow. */
static void end_one(struct study *s, struct chronicle *c, int seat,
                    const struct errand *errand, struct dice *d, bool trouble)
{
    const long trial = study_seat(s, seat);
    const struct trial *t = study_trial(s, trial);
    const bool fails =
        isnan(goal_of(t, 1)) || (fails_late(t) && study_rung(s, trial) > 0);
    const bool pauses =
        errand->until > 0 && !errand->ends_there && !ends_early(t) && !fails;
    const double share =
        errand->until > 0 && !ends_early(t) ? errand->until : 1;
    struct event e = {.word = fails    ? EVENT_FAILED
                              : pauses ? EVENT_PAUSED
                                       : EVENT_FINISHED,
                      .trial = trial,
                      .goal = goal_of(t, share)};

    if (trouble && roll(d, 6) == 0) {
        const int losses = t->losses;

        e.word = EVENT_LOST;
        chronicle_tell(c, s, &e);
        assert_int_equal(study_trial(s, trial)->losses, losses + 1);
    } else
        chronicle_tell(c, s, &e);
}

static void expect_tally(const struct study *s)
{
    const struct study_tally t = study_tally(s);
    const long n = study_trials(s), later = n < TRIALS ? TRIALS - n : 0;
    long count[PLACES] = {[PLACE_WAITING] = later};
    long own[PLACES] = {[PLACE_WAITING] = later};
    long best = -1, dropped = 0;

    for (long i = 0; i < study_trials(s); i++) {
        const struct trial *r = study_trial(s, i);

        dropped += r->dropped;
        if (r->dropped)
            continue;
        count[r->twin < 0 ? r->place : study_trial(s, r->twin)->place]++;
        if (r->twin >= 0)
            continue;
        own[r->place]++;
        if (!isnan(r->goal) &&
            (best < 0 || r->goal > study_trial(s, best)->goal))
            best = i;
    }
    assert_memory_equal(count, t.count, sizeof(count));
    assert_memory_equal(own, t.own, sizeof(own));
    assert_int_equal(best, t.best);
    assert_int_equal(t.trials, n + later - dropped);
}

/* Each rung lies further than the one before, where a cut trial ends. */
static void expect_further(const struct study *s, const struct next *d)
{
    const int rung = study_rung(s, d->trial);

    if (d->ends_there)
        assert_true(rung > 0 && d->until > 0);
    else if (d->until > 0 && rung > 0)
        assert_true(d->until > 1.0 / 27 + 1e-9);
    assert_true(d->until < 1);
}

/* Some trials cannot be trained on some seats, but on the first. */
static bool suits(void *context, long trial, int seat)
{
    (void)context;
    return seat == 0 || (trial * 5 + seat) % 3 != 0;
}

/* Of trials in hand something is saved now and then. */
static void save_some(struct study *s, int seats, struct dice *d)
{
    for (int i = 0; i < seats; i++)
        if (study_seat(s, i) >= 0 && roll(d, 4) == 0)
            study_tell(s, &(struct event){.word = EVENT_SAVED,
                                          .trial = study_seat(s, i)});
}

/* Play until it is over, or to a sudden end; true when it is over. */
static bool play(struct study *s, struct chronicle *c, int seats,
                 struct dice *d, bool trouble)
{
    struct errand errand[MOST_SEATS] = {0};
    struct next next;

    if (trouble)
        study_suits(s, suits, NULL);
    int decisions = 0;

    for (;;) {
        int busy[MOST_SEATS] = {0}, n = 0;

        while (study_next(s, &next)) {
            assert_int_not_equal(next.word, NEXT_STOP);
            assert_true(++decisions < 10000); /* else it goes round and round */
            if (next.word == NEXT_QUIT)
                return true;
            if (next.word == NEXT_NAME)
                name_next(s, c);
            else if (next.word == NEXT_SETTLE)
                chronicle_tell(c, s, &(struct event){.word = EVENT_SETTLED});
            else {
                expect_further(s, &next);
                assert_false(errand[next.seat].closed);
                assert_true(!trouble || suits(NULL, next.trial, next.seat));
                errand[next.seat] =
                    (struct errand){next.until, next.ends_there, false};
                chronicle_begin(c, s, &next);
            }
            expect_tally(s);
            expect_halves(s);
            if (trouble && roll(d, 60) == 0) {
                chronicle_down(c, s, seats);
                return false;
            }
        }
        for (int i = 0; i < seats; i++)
            if (study_seat(s, i) >= 0)
                busy[n++] = i;
        assert_true(n > 0); /* else all wait for ever */
        const int seat = busy[roll(d, (uint32_t)n)];

        end_one(s, c, seat, &errand[seat], d, trouble);
        if (trouble) {
            save_some(s, seats, d);
            change_seats(s, errand, seats, d);
        }
        expect_tally(s);
    }
}

/* Values, twins and goals of all trials, which nothing may change. */
static char *story(const struct study *s)
{
    struct str out = {0};

    for (long i = 0; i < study_trials(s); i++) {
        const struct trial *t = study_trial(s, i);

        str_addf(&out, "%ld: ", i);
        assignment_whole(&search.space, &t->a, &out);
        str_addf(&out, " twin %ld rungs %d %g\n", t->twin, study_rung(s, i),
                 t->twin < 0 && t->place == PLACE_FINISHED ? t->goal : -1);
    }
    return str_take(&out);
}

static char *sweep(const struct chosen *scheduler, uint64_t seed, int seats,
                   bool trouble)
{
    struct dice dice = {.key = random_key(seed, "world")};
    struct chronicle log = {.search = &search, .scheduler = scheduler};
    struct study *s = study_new(&search, scheduler, seats);

    while (!play(s, &log, seats, &dice, trouble)) {
        study_free(s);
        seats = 1 + (int)roll(&dice, MOST_SEATS);
        s = resume(&log, seats, LONG_MAX);
        expect_tally(s);
    }
    assert_int_equal(study_tally(s).own[PLACE_PAUSED], 0);
    assert_int_equal(study_tally(s).own[PLACE_WAITING], 0);
    char *told = story(s);

    study_free(s);
    chronicle_release(&log);
    return told;
}

#endif
