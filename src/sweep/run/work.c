#include "config.h"

#include "sweep/run/work.h"

#include <math.h>

#include "base/core/clock.h"

/* The work ahead is looked at this often at most, and less when that would
 * take more than this share of the time. */
#define LOOK_SECONDS 1.0
#define LOOK_SHARE 0.002

void work_begin(struct seat *seat, const struct study *s, const struct next *d)
{
    const double reached = study_reached(s, d->trial);

    *seat = (struct seat){.trial = d->trial,
                          .began = clock_now(),
                          .until = d->until > 0 ? d->until : 1,
                          .before = reached,
                          .share = reached};
}

void work_report(struct seat *seat, const struct report *r)
{
    seat->share =
        r->steps > 0 ? fmin(1, (double)r->step / (double)r->steps) : 0;
    seat->heard = clock_now();
    seat->last = (struct news){
        .step = r->step, .steps = r->steps, .loss = r->loss, .best = r->best};
    if (seat->reported)
        return;
    seat->reported = true;
    seat->before = seat->share;
    seat->first = seat->last;
    seat->first_heard = seat->heard;
}

/* A trial that came to an end by itself before its time was done as well. */
void work_over(struct work *w, struct seat *seat, enum train_end end)
{
    if (end == TRAIN_FINISHED || end == TRAIN_FAILED || end == TRAIN_PAUSED)
        seat->share = seat->until;
    w->done += fmax(0, seat->share - seat->before);
    w->busy += clock_now() - seat->began;
}

static void look(struct work *w, const struct study *s)
{
    const double now = clock_now();

    if (w->looked > 0 &&
        now - w->looked < fmax(LOOK_SECONDS, w->costs / LOOK_SHARE))
        return;
    w->ahead = study_ahead(s);
    w->looked = clock_now();
    w->costs = w->looked - now;
}

/* What a trial in hand has done since it was first heard of in this turn, and
 * in which time. */
static double gained(const struct seat *seat)
{
    return seat->reported ? fmax(0, seat->share - seat->before) : 0;
}

static double took(const struct seat *seat)
{
    return seat->reported ? seat->heard - seat->first_heard : 0;
}

/* Seconds that a run costs a group, of all that was done. */
static double mean_cost(const struct work *w, const struct study *s,
                        const struct seat *seat, int seats)
{
    double done = w->done, busy = w->busy;

    for (int i = 0; i < seats; i++)
        if (study_seat(s, i) >= 0) {
            done += gained(&seat[i]);
            busy += took(&seat[i]);
        }
    return done > 0 ? busy / done : (double)NAN;
}

double work_left(struct work *w, const struct study *s, const struct seat *seat,
                 int seats, int groups)
{
    const double mean = mean_cost(w, s, seat, seats);
    double all = 0, longest = 0;

    look(w, s);
    double waiting = w->ahead;
    for (int i = 0; i < seats; i++) {
        const long trial = study_seat(s, i);

        if (trial < 0)
            continue;
        /* A trial in hand is known by its own speed. */
        const double done = gained(&seat[i]);
        const double cost = done > 0 ? took(&seat[i]) / done : mean;
        const double expected = study_expected(s, trial);
        const double seconds = fmax(0, expected - seat[i].share) * cost;

        waiting -= expected - study_reached(s, trial);
        all += seconds;
        longest = fmax(longest, seconds);
    }
    if (isnan(mean) || (waiting <= 0 && all <= 0))
        return (double)NAN;
    return fmax((all + fmax(0, waiting) * mean) / groups, longest);
}
