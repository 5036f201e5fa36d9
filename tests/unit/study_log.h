/*
 * study_log.h - what a played study rolls, and what is written down of it.  The
 * `search` that it plays stands before this is included.
 */
#ifndef STUDY_LOG_H
#define STUDY_LOG_H

#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "search/study.h"

struct dice {
    struct random_key key;
    uint32_t n;
};

static uint32_t roll(struct dice *d, uint32_t sides)
{
    return random_below(d->key, (struct address){0}, d->n++, sides);
}

/* What an end of the world leaves behind: as a journal, every event but those
 * that nobody acted upon. */
struct log {
    int n, room;
    struct event *event;
    long recorded; /* proposals */
    long held_n, held_room;
    struct held *held; /* [held_n] when the job went down */
};

static void write_down(struct log *l, struct event e)
{
    GROW(l->event, l->n, l->room);
    l->event[l->n++] = e;
}

static struct assignment copy(const struct assignment *a)
{
    return assignment_copy(&search.space, a);
}

/* Those that were dropped, before anything that follows from it. */
static void write_down_dropped(const struct study *s, struct log *l)
{
    for (; l->recorded < study_trials(s); l->recorded++) {
        const struct trial *t = study_trial(s, l->recorded);

        assert_true(t->dropped);
        write_down(l, (struct event){.word = EVENT_DROPPED,
                                     .trial = t->a.number,
                                     .a = copy(&t->a)});
    }
}

static void tell(struct study *s, struct log *l, struct event e)
{
    write_down_dropped(s, l);
    write_down(l, e);
    study_tell(s, &e);
}

/* All ends now. */
static void go_down(const struct study *s, struct log *l, int seats)
{
    l->held_n = 0;
    for (int i = 0; i < seats; i++) {
        const long trial = study_seat(s, i);

        if (trial < 0)
            continue;
        GROW(l->held, l->held_n, l->held_room);
        l->held[l->held_n++] = (struct held){
            .trial = trial, .saved = study_trial(s, trial)->saved};
    }
}

static struct study *replay(const struct chosen *scheduler, const struct log *l,
                            int seats)
{
    struct study *s = study_new(&search, scheduler, seats);

    for (int i = 0; i < l->n; i++) {
        struct event e = l->event[i];

        if (e.word == EVENT_PROPOSED || e.word == EVENT_DROPPED)
            e.a = copy(&e.a);
        study_tell(s, &e);
    }
    return s;
}

/* Where a down is nobody's doing, or by now explained, nobody is a suspect. */
static void expect_cleared(const struct study *s, const struct log *l)
{
    bool explained = true;

    for (long i = 0; i < l->held_n; i++)
        explained &= l->held[i].verdict == EVENT_SAVED ||
                     l->held[i].verdict == EVENT_FAILED;
    for (long i = 0; i < study_trials(s) && explained; i++)
        assert_false(trial_is_suspect(study_trial(s, i)));
}

/* What whoever comes next knows, and makes of the end. */
static struct study *remember(const struct chosen *scheduler, struct log *l,
                              int seats, long retries)
{
    struct study *s = replay(scheduler, l, seats);
    const struct event cleared = {.word = EVENT_CLEARED};
    const bool clears = study_judge(s, l->held, l->held_n, retries);

    for (long i = 0; i < l->held_n; i++)
        write_down(l, (struct event){.word = l->held[i].verdict,
                                     .trial = l->held[i].trial});
    if (clears) {
        write_down(l, cleared);
        study_tell(s, &cleared);
    }
    expect_cleared(s, l);
    l->held_n = 0;
    l->recorded = study_trials(s);
    return s;
}

/* Of suspects in hand of which nothing is saved there are no more than half of
 * those that are as suspect, and nobody of another sort beside them. */
static void expect_halves(const struct study *s)
{
    int unsaved = 0, tried = 0, most = 0, like = 0;

    for (long i = 0; i < study_trials(s); i++) {
        const struct trial *t = study_trial(s, i);
        const bool in_hand = t->seat >= 0 && !t->saved;

        if (t->downs > most)
            most = t->downs, like = tried = 0;
        unsaved += in_hand;
        like += most > 0 && t->downs == most;
        tried += most > 0 && t->downs == most && in_hand;
        assert_true(!in_hand || t->downs == 0 || t->downs == most);
    }
    assert_true(tried == 0 || unsaved == tried);
    assert_true(tried <= 1 || tried <= like / 2);
}

static void forget(struct log *l)
{
    for (int i = 0; i < l->n; i++)
        if (l->event[i].word == EVENT_PROPOSED ||
            l->event[i].word == EVENT_DROPPED)
            assignment_release(&search.space, &l->event[i].a);
    free(l->event);
    free(l->held);
}

#endif
