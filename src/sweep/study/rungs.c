/* rungs.c - trials of a study that pause, go on or are cut. */
#include <assert.h>

#include "sweep/study/study_internal.h"

/* Those who were ruled on wait for a seat again. */
static void take_rulings(struct study *s)
{
    for (long i = 0; i < s->race.ruled; i++) {
        assert(s->trial[s->race.number[i]].place == PLACE_PAUSED);
        standing_move(s, s->race.number[i], PLACE_WAITING);
    }
    s->race.ruled = 0;
}

static void settle(struct study *s, long number)
{
    if (!race_runs(&s->race))
        return;
    race_settle(&s->race, number);
    take_rulings(s);
}

/* A trial that runs takes part in the race; another holds nobody up. */
void rungs_enter(struct study *s, long number)
{
    struct race *r = &s->race;

    if (!race_runs(r))
        return;
    race_enter(r, !trial_runs(&s->trial[number]));
    settle(s, number);
}

/* It came to its end, or is not over after all. */
void rungs_leave(struct study *s, long number)
{
    const struct trial *of = &s->trial[number];

    if (!race_runs(&s->race))
        return;
    race_leave(&s->race, number,
               &(struct entrant){.out = of->place == PLACE_FAILED,
                                 .over = of->place == PLACE_FINISHED,
                                 .goal = of->goal});
    settle(s, number);
}

void rungs_pause(struct study *s, long number, double goal)
{
    standing_move(s, number, PLACE_PAUSED);
    if (!race_runs(&s->race))
        return;
    race_pause(&s->race, number, goal);
    settle(s, number);
}

void rungs_settle(struct study *s)
{
    struct race *r = &s->race;

    r->stuck = true;
    for (long i = 0; i < r->n; i++)
        if (r->entrant[i].ruling == RULING_WAIT)
            settle(s, i);
    for (long i = 0; i < r->n; i++)
        if (r->entrant[i].ruling == RULING_WAIT)
            race_rule(r, i, RULING_CUT);
    take_rulings(s);
    r->stuck = false;
}

void study_conduct(struct study *s, int conduct)
{
    s->race.conduct_1 = conduct == 1;
}

/* How far a trial is trained next. */
void rungs_next(const struct study *s, long number, struct next *d)
{
    const struct race *r = &s->race;
    const struct entrant *t;

    if (!race_runs(r))
        return;
    t = &r->entrant[number];
    d->ends_there = t->ruling == RULING_CUT;
    if (d->ends_there)
        d->until = race_share(r, number, t->rung - 1);
    else if (t->passed < race_rungs(r, number))
        d->until = race_share(r, number, t->passed);
}

bool study_ends(const struct study *s, long number)
{
    struct next d = {.until = 0};

    rungs_next(s, number, &d);
    return d.ends_there || !(d.until > 0);
}

/* --- the work ahead ------------------------------------------------------ */

void study_evaluates(struct study *s, double share)
{
    s->evaluates = share;
}

/* A trial comes to its rung with the evaluation that follows. */
static double place(const struct study *s, long number, int k)
{
    return rung_place(race_share(&s->race, number, k), s->evaluates);
}

double study_reached(const struct study *s, long number)
{
    const int rung = study_rung(s, number);

    return rung ? place(s, number, rung - 1) : 0;
}

/* Of a trial that is trained up to its k-th rung, or its end. */
static double expected_from(const struct study *s, long number, int k)
{
    const struct race *r = &s->race;
    const int n = race_rungs(r, number);
    double end = 1;

    for (int i = n - 1; i >= k; i--) {
        const double share = place(s, number, i);

        end = share + race_part(r) * (end - share);
    }
    return end;
}

double study_expected(const struct study *s, long number)
{
    const struct race *r = &s->race;
    const struct entrant *t = number < r->n ? &r->entrant[number] : NULL;

    if (!race_runs(r))
        return 1;
    if (t && t->ruling == RULING_CUT)
        return study_reached(s, number);
    return expected_from(s, number, t ? t->passed : 0);
}

double study_ahead(const struct study *s)
{
    const long *own = s->now.own;
    double ahead = 0;

    if (!race_runs(&s->race))
        return (double)(own[PLACE_WAITING] + own[PLACE_RUNNING] +
                        own[PLACE_PAUSED]);
    for (long i = s->settled; i < s->most || i < s->n; i++)
        if (i >= s->n || (trial_runs(&s->trial[i]) && !study_over(s, i)))
            ahead += study_expected(s, i) - study_reached(s, i);
    return ahead;
}
