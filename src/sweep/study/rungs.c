/* rungs.c - trials of a study that pause, go on or are cut. */
#include <assert.h>

#include "sweep/study/study_internal.h"

/* Trials that were decided on wait for a slot again. */
static void take_decisions(struct study *s)
{
    for (long i = 0; i < s->scheduler.decided; i++) {
        assert(s->trial[s->scheduler.number[i]].phase == PHASE_PAUSED);
        phase_move(s, s->scheduler.number[i], PHASE_WAITING);
    }
    s->scheduler.decided = 0;
}

static void settle(struct study *s, long number)
{
    if (!scheduler_has_rungs(&s->scheduler))
        return;
    scheduler_settle(&s->scheduler, number);
    take_decisions(s);
}

/* Add a trial to the scheduler; one that is never run is not waited for. */
void rungs_enter(struct study *s, long number)
{
    struct scheduler *r = &s->scheduler;

    if (!scheduler_has_rungs(r))
        return;
    scheduler_add(r, !trial_runs(&s->trial[number]));
    settle(s, number);
}

/* A trial is over, or is not over after all. */
void rungs_leave(struct study *s, long number)
{
    const struct trial *of = &s->trial[number];

    if (!scheduler_has_rungs(&s->scheduler))
        return;
    scheduler_leave(
        &s->scheduler, number,
        &(struct scheduler_trial){.out = of->phase == PHASE_FAILED,
                                  .over = of->phase == PHASE_FINISHED,
                                  .goal = of->goal});
    settle(s, number);
}

void rungs_pause(struct study *s, long number, double goal)
{
    phase_move(s, number, PHASE_PAUSED);
    if (!scheduler_has_rungs(&s->scheduler))
        return;
    scheduler_pause(&s->scheduler, number, goal);
    settle(s, number);
}

void rungs_settle(struct study *s)
{
    struct scheduler *r = &s->scheduler;

    r->stuck = true;
    for (long i = 0; i < r->n; i++)
        if (r->trial[i].decision == DECISION_WAIT)
            settle(s, i);
    for (long i = 0; i < r->n; i++)
        if (r->trial[i].decision == DECISION_WAIT)
            scheduler_decide(r, i, DECISION_STOP);
    take_decisions(s);
    r->stuck = false;
}

void study_conduct(struct study *s, int conduct)
{
    s->scheduler.conduct_1 = conduct == 1;
}

/* Set how far a trial is trained next. */
void rungs_next(const struct study *s, long number, struct next *d)
{
    const struct scheduler *r = &s->scheduler;
    const struct scheduler_trial *t;

    if (!scheduler_has_rungs(r))
        return;
    t = &r->trial[number];
    d->ends_there = t->decision == DECISION_STOP;
    if (d->ends_there)
        d->until = scheduler_share(r, number, t->rung - 1);
    else if (t->passed < scheduler_rungs(r, number))
        d->until = scheduler_share(r, number, t->passed);
}

bool study_ends(const struct study *s, long number)
{
    struct next d = {.until = 0};

    rungs_next(s, number, &d);
    return d.ends_there || !(d.until > 0);
}

/* --- the remaining work -------------------------------------------------- */

void study_evaluates(struct study *s, double share)
{
    s->evaluates = share;
}

/* A trial reaches its rung at the evaluation that follows it. */
static double place(const struct study *s, long number, int k)
{
    return rung_place(scheduler_share(&s->scheduler, number, k), s->evaluates);
}

double study_reached(const struct study *s, long number)
{
    const int rung = study_rung(s, number);

    return rung ? place(s, number, rung - 1) : 0;
}

/* The expected share of a trial that is trained up to its k-th rung, or its
 * end. */
static double expected_from(const struct study *s, long number, int k)
{
    const struct scheduler *r = &s->scheduler;
    const int n = scheduler_rungs(r, number);
    double end = 1;

    for (int i = n - 1; i >= k; i--) {
        const double share = place(s, number, i);

        end = share + scheduler_part(r) * (end - share);
    }
    return end;
}

double study_expected(const struct study *s, long number)
{
    const struct scheduler *r = &s->scheduler;
    const struct scheduler_trial *t = number < r->n ? &r->trial[number] : NULL;

    if (!scheduler_has_rungs(r))
        return 1;
    if (t && t->decision == DECISION_STOP)
        return study_reached(s, number);
    return expected_from(s, number, t ? t->passed : 0);
}

double study_ahead(const struct study *s)
{
    const long *own = s->now.own;
    double ahead = 0;

    if (!scheduler_has_rungs(&s->scheduler))
        return (double)(own[PHASE_WAITING] + own[PHASE_RUNNING] +
                        own[PHASE_PAUSED]);
    for (long i = s->settled; i < s->most || i < s->n; i++)
        if (i >= s->n || (trial_runs(&s->trial[i]) && !study_over(s, i)))
            ahead += study_expected(s, i) - study_reached(s, i);
    return ahead;
}
