/*
 * suspects.c - trials that the job has gone down with, found out by halves.
 *
 * Those that it went down with most often in a row are tried first, together,
 * but never more than half of them, and nobody else begins meanwhile.  Whoever
 * comes to an end or to a state that is saved is cleared, and another may begin
 * when that leaves it one of the lesser half.  When the job goes down again,
 * those in hand have one time more than the others: a class of their own, at
 * most half as large as the one that they come from.  So a culprit is the only
 * one of its class after log2 n downs, and is tried alone from then on.
 *
 * - No culprit, but somebody who kills jobs: each down halves the suspects, and
 *   one alone is hit as often in a row by rare chance.  One that goes down with
 *   no suspect in hand clears all.
 * - Several: one is found out after the other.  Who is failed explains the
 *   downs of all, so all others are cleared; another culprit goes down with as
 *   many as there are slots once more.
 * - One slot: whoever is in hand is alone from the first.
 * - No slot that is left suits any of those to be tried: once nothing else is
 *   in hand the next lesser class has its turn, one at a time.
 * - A culprit that saves states and goes down minutes later: that once others
 *   are suspects, which may be one alone; the next time it comes no further.
 */
#include "sweep/study/study_internal.h"

/* Those that wait are in the queue of their sort. */
static void set_downs(struct study *s, long number, int downs)
{
    struct trial *t = &s->trial[number];
    const bool waits = t->phase == PHASE_WAITING && trial_runs(t);
    const bool was = trial_is_suspect(t);

    t->downs = downs;
    if (trial_is_suspect(t) == was)
        return;
    if (was)
        queue_remove(&s->suspects, number);
    else
        queue_add(&s->suspects, number);
    if (waits && was)
        queue_add(&s->waiting, number);
    else if (waits)
        queue_remove(&s->waiting, number);
}

void suspects_down(struct study *s, long number, bool alone)
{
    struct trial *t = &s->trial[number];

    if (t->phase != PHASE_WAITING)
        return;
    set_downs(s, number, t->downs + 1);
    t->blames = alone ? t->blames + 1 : 0;
}

void suspects_clear(struct study *s, long number)
{
    set_downs(s, number, 0);
    s->trial[number].blames = 0;
}

void suspects_clear_all(struct study *s)
{
    for (long i; (i = queue_first(&s->suspects)) >= 0;)
        suspects_clear(s, i);
}

void suspects_begin(struct study *s, long number)
{
    s->trial[number].saved = false;
    s->unsaved++;
    s->tried += trial_is_suspect(&s->trial[number]);
}

void suspects_save(struct study *s, long number)
{
    struct trial *t = &s->trial[number];

    if (t->saved || t->slot < 0)
        return;
    t->saved = true;
    s->unsaved--;
    s->tried -= trial_is_suspect(t);
}

/* --- judging ------------------------------------------------------------- */

static void judge(struct study *s, struct held *h, enum event_word verdict)
{
    h->verdict = verdict;
    study_tell(s, &(struct event){.word = verdict, .trial = h->trial});
}

/* The only one that could have done it; true: it is failed. */
static bool blame(struct study *s, struct held *h, long retries)
{
    judge(s, h, EVENT_BLAMED);
    h->blames = s->trial[h->trial].blames;
    if (h->blames <= retries)
        return false;
    judge(s, h, EVENT_FAILED);
    return true;
}

bool study_judge(struct study *s, struct held *h, long n, bool silent)
{
    const long most = s->policy.retries;
    const long retries = silent && most < 1 ? 1 : most;
    struct held *last = NULL;
    long several = 0;

    for (long i = 0; i < n; i++)
        if (h[i].saved)
            judge(s, &h[i], EVENT_SAVED);
        else if (++several)
            last = &h[i];
    for (long i = 0; i < n && several > 1; i++)
        if (!h[i].saved)
            judge(s, &h[i], EVENT_DOWN);
    const bool explained =
        several == 0 || (several == 1 && blame(s, last, retries));

    return explained && queue_first(&s->suspects) >= 0;
}

/* --- trying --------------------------------------------------------------- */

/* Those that the job went down with most often in a row, but fewer times than
 * `below`. */
struct peers {
    int downs;
    long n;
    int tried; /* of them, now */
};

static struct peers worst(const struct study *s, int below)
{
    const struct queue *q = &s->suspects;
    struct peers c = {0};

    for (long i = queue_first(q); i >= 0; i = queue_next(q, i)) {
        const struct trial *t = &s->trial[i];

        if (t->downs >= below)
            continue;
        if (t->downs > c.downs)
            c = (struct peers){.downs = t->downs};
        c.n += t->downs == c.downs;
        c.tried += t->downs == c.downs && t->slot >= 0 && !t->saved;
    }
    return c;
}

int suspects_next(const struct study *s, int below)
{
    const struct peers c = worst(s, below);
    const bool others = s->unsaved > c.tried;

    return !others && (!c.tried || c.tried < c.n / 2) ? c.downs : 0;
}
