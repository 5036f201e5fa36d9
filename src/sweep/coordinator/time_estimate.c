#include "config.h"

#include "sweep/coordinator/time_estimate.h"

#include <math.h>

#include "base/core/clock.h"

/* The work ahead is computed at most this often (seconds), and less often if
 * that would take more than this share of the time. */
#define UPDATE_SECONDS 1.0
#define UPDATE_SHARE 0.002

void time_estimate_begin(struct slot *slot, const struct study *s,
                         const struct next *d, double now)
{
    const double reached = study_reached(s, d->trial);

    *slot = (struct slot){.trial = d->trial,
                          .began = now,
                          .until = d->until > 0 ? d->until : 1,
                          .before = reached,
                          .share = reached};
}

void time_estimate_report(struct slot *slot, const struct report *r, double now)
{
    slot->share =
        r->steps > 0 ? fmin(1, (double)r->step / (double)r->steps) : 0;
    slot->heard = now;
    slot->last = (struct trial_progress){
        .step = r->step, .steps = r->steps, .loss = r->loss, .best = r->best};
    if (slot->reported)
        return;
    slot->reported = true;
    slot->before = slot->share;
    slot->first = slot->last;
    slot->first_heard = slot->heard;
}

/* A trial that ended by itself early counts as completely done. */
void time_estimate_over(struct time_estimate *w, struct slot *slot,
                        enum train_end end, double now)
{
    if (end == TRAIN_FINISHED || end == TRAIN_FAILED || end == TRAIN_PAUSED)
        slot->share = slot->until;
    w->done += fmax(0, slot->share - slot->before);
    w->busy += now - slot->began;
}

static void update_ahead(struct time_estimate *w, const struct study *s)
{
    const double now = clock_now();

    if (w->updated > 0 &&
        now - w->updated < fmax(UPDATE_SECONDS, w->costs / UPDATE_SHARE))
        return;
    w->ahead = study_ahead(s);
    w->updated = clock_now();
    w->costs = w->updated - now;
}

/* Return the share that a running trial has done since its first report of this
 * turn, and in which time. */
static double gained(const struct slot *slot)
{
    return slot->reported ? fmax(0, slot->share - slot->before) : 0;
}

static double took(const struct slot *slot)
{
    return slot->reported ? slot->heard - slot->first_heard : 0;
}

/* Return the mean seconds that a run has cost a group. */
static double mean_cost(const struct time_estimate *w, const struct study *s,
                        const struct slot *slot, int slots)
{
    double done = w->done, busy = w->busy;

    for (int i = 0; i < slots; i++)
        if (study_slot(s, i) >= 0) {
            done += gained(&slot[i]);
            busy += took(&slot[i]);
        }
    return done > 0 ? busy / done : (double)NAN;
}

double time_estimate_left(struct time_estimate *w, const struct study *s,
                          const struct slot *slot, int slots, int groups)
{
    const double mean = mean_cost(w, s, slot, slots);
    double all = 0, longest = 0;

    update_ahead(w, s);
    double waiting = w->ahead;
    for (int i = 0; i < slots; i++) {
        const long trial = study_slot(s, i);

        if (trial < 0)
            continue;
        /* a running trial is estimated from its own speed */
        const double done = gained(&slot[i]);
        const double cost = done > 0 ? took(&slot[i]) / done : mean;
        const double expected = study_expected(s, trial);
        const double seconds = fmax(0, expected - slot[i].share) * cost;

        waiting -= expected - study_reached(s, trial);
        all += seconds;
        longest = fmax(longest, seconds);
    }
    if (isnan(mean) || (waiting <= 0 && all <= 0))
        return (double)NAN;
    return fmax((all + fmax(0, waiting) * mean) / groups, longest);
}
