/*
 * evaluations.h - what the evaluations of a running trial came to, on their way
 * from its rank to events.jsonl (run/monitor.h).
 *
 * They wait for the next report of progress, so they cost no message of their
 * own, and those that no report follows, as of a trial that is over at once,
 * are never sent: its result has them all.
 *
 * Their number is bounded: of an attempt the first so many are told, then of
 * the next twice as many every second one, then every fourth, and so on, since
 * a curve needs no more.  They are 100, and fewer in a sweep of more than 1000
 * trials.  Where more come between two reports than a message has room for,
 * they are thinned likewise at once.
 *
 * Threads: the worker's.
 */
#ifndef SWEEP_COORDINATOR_EVALUATIONS_H
#define SWEEP_COORDINATOR_EVALUATIONS_H

#include "engine/store/result.h"
#include "engine/task/task.h"
#include "sweep/coordinator/message.h"
#include "sweep/experiment/experiment.h"

/* A zeroed one has not begun. */
struct evaluations {
    const struct task_kind *task; /* of the trial */
    long many;        /* so many are told before they become less dense */
    long every;       /* of so many one is told */
    long seen;        /* of this attempt */
    long told;        /* since `every` last grew */
    struct str lines; /* that wait; owned */
};

/* An attempt begins, of this trial. */
void evaluations_begin(struct evaluations *v, const struct experiment *x,
                       const struct trial_config *trial);
void evaluations_release(struct evaluations *v);

void evaluations_add(struct evaluations *v, const struct history_row *row);

/* Put all that wait behind a report, whose text is as it will be sent; none
 * waits then. */
void evaluations_put(struct evaluations *v, struct result_message *l);

/* Take the next line of a report's, of *n bytes, which *at, 0 at first, begins
 * at: members of a JSON object.  NULL behind the last. */
const char *evaluations_next(const struct report *r, size_t *at, size_t *n);

#endif
