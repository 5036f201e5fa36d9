/* phase.c - the phases of a study's trials. */
#include <assert.h>
#include <math.h>

#include "sweep/study/study_internal.h"

bool study_over(const struct study *s, long number)
{
    const struct trial *t = &s->trial[number];

    if (t->dropped)
        return true;
    if (t->duplicate_of >= 0)
        t = &s->trial[t->duplicate_of];
    return t->phase == PHASE_FINISHED || t->phase == PHASE_FAILED;
}

/* Of equal goals the first trial is the better one. */
static bool better(const struct study *s, long a, long b)
{
    const double x = s->trial[a].goal, y = s->trial[b].goal;

    if (x == y)
        return a < b;
    return s->search->maximize ? x > y : x < y;
}

void phase_move(struct study *s, long number, enum trial_phase phase)
{
    struct trial *t = &s->trial[number];

    assert(trial_runs(t));
    s->now.own[t->phase]--;
    s->now.own[phase]++;
    s->now.count[t->phase] -= 1 + t->duplicates;
    s->now.count[phase] += 1 + t->duplicates;
    if (t->phase == PHASE_WAITING && !trial_is_suspect(t))
        queue_remove(&s->waiting, number);
    if (phase == PHASE_WAITING && !trial_is_suspect(t))
        queue_add(&s->waiting, number);
    t->phase = phase;
}

/* Keep a trial if it is the best so far. */
static void compare_with_best(struct study *s, long number)
{
    if (!isnan(s->trial[number].goal) &&
        (s->now.best < 0 || better(s, number, s->now.best)))
        s->now.best = number;
}

void phase_finish(struct study *s, long number, double goal)
{
    phase_move(s, number, PHASE_FINISHED);
    s->trial[number].goal = goal;
    if (number < s->known)
        s->known = number;
    compare_with_best(s, number);
}

void phase_reset(struct study *s, long number)
{
    suspects_clear(s, number);
    phase_move(s, number, PHASE_WAITING);
    s->trial[number].goal = NAN;
    s->trial[number].losses = 0;
    s->trial[number].given_up = false;
    if (number < s->settled)
        s->settled = number;
    if (number < s->known)
        s->known = number;
    if (number != s->now.best)
        return;
    s->now.best = -1;
    for (long i = 0; i < s->n; i++)
        compare_with_best(s, i);
}

long study_first(const struct study *s)
{
    const struct queue *q = &s->suspects;
    long i = queue_first(&s->waiting);

    if (i >= 0)
        return i;
    for (i = queue_first(q); i >= 0; i = queue_next(q, i))
        if (s->trial[i].phase == PHASE_WAITING)
            return i;
    return -1;
}
