/*
 * evaluations.h - the evaluations of a running trial, on their way from its
 * rank to events.jsonl (run/monitor.h).
 *
 * They are sent with the next report of progress, so they cost no message of
 * their own. Those that no report follows, because the trial ends at once, are
 * never sent: the result contains them all.
 *
 * Their number is bounded. The first `many` evaluations of an attempt are sent,
 * then twice as many of which every second one is sent, then every fourth, and
 * so on, since a curve needs no more. `many` is 100, and less in a sweep of
 * more than 1000 trials. If more come between two reports than a message has
 * room for, they are thinned in the same way at once.
 *
 * Threads: the worker's.
 */
#ifndef SWEEP_COORDINATOR_EVALUATIONS_H
#define SWEEP_COORDINATOR_EVALUATIONS_H

#include "engine/store/result.h"
#include "engine/task/task.h"
#include "sweep/coordinator/message.h"
#include "sweep/experiment/experiment.h"

/* A zeroed one has no attempt. */
struct evaluations {
    const struct task_kind *task; /* of the trial */
    long many;        /* evaluations sent before they become less dense */
    long every;       /* one of so many is sent */
    long seen;        /* evaluations of this attempt */
    long told;        /* sent since `every` last grew */
    struct str lines; /* not yet sent; owned */
};

/* Begin an attempt of this trial. */
void evaluations_begin(struct evaluations *v, const struct experiment *x,
                       const struct trial_config *trial);
void evaluations_release(struct evaluations *v);

void evaluations_add(struct evaluations *v, const struct history_row *row);

/* Append all waiting lines to a report, whose text is already final. None waits
 * then. */
void evaluations_put(struct evaluations *v, struct result_message *l);

/* Return the next line of a report, of *n bytes, at *at, which is 0 at first:
 * members of a JSON object. NULL after the last one. */
const char *evaluations_next(const struct report *r, size_t *at, size_t *n);

#endif
