/*
 * monitor.h - the output of a running sweep to observers: its log lines and
 * progress line, status.json (folder/sweep_status.h) and events.jsonl
 * (results/events.h).
 *
 * The coordinator reports each event after it is in the journal. Nothing here
 * fails: if something cannot be written, a warning is printed once, and the
 * sweep continues.
 *
 * Events, each with `time` and `event`:
 *
 *     begin, resume   name, codarun, ranks, groups, ranks_per_trial, hosts (of
 *                     every rank), goal, trials, finished, failed
 *     start           of an attempt: T, values; until, the share of its run
 *                     at which it is to end
 *     evaluation      trial, attempt, step, epoch, train_loss, learning_rate,
 *                     valid (an object of metrics): of a trial that trained on
 *                     after it; if there are many, not each of them
 *                     (evaluations.h); one may be repeated after a kill
 *     rung            T, rung, goal, seconds: it pauses there
 *     finish          T, goal, seconds
 *     fail            T, reason, seconds
 *     lost            T, reason, again (true if it is tried again), seconds
 *     stop            T, seconds: on request; it can be continued
 *     warning         rank, host, trial (or null), text
 *     end             how (done, failed, stopped, error), why (of error and
 *                     stopped, and of done where the data have changed since),
 *                     steps_trained, trials, finished, failed
 *
 * T is trial, digest, attempt, ranks ("4-5", or "4 7") and hosts (the distinct
 * ones).
 *
 * Threads: the coordinator's.
 */
#ifndef SWEEP_RUN_MONITOR_H
#define SWEEP_RUN_MONITOR_H

#include "sweep/coordinator/membership.h"
#include "sweep/coordinator/message.h"
#include "sweep/coordinator/slots.h"
#include "sweep/folder/sweep_status.h"
#include "sweep/run/run_ledger.h"

struct monitor;

/* Everything borrowed until monitor_free(). */
struct monitor *monitor_new(const struct membership *r,
                            const struct run_ledger *b, struct slots *s);
void monitor_free(struct monitor *w);

/* An attempt of a trial with these values was ordered. */
void monitor_start(struct monitor *w, const struct next *d,
                   const struct assignment *a);

/* Evaluations were reported by a slot's team. */
void monitor_evaluations(struct monitor *w, const struct report *r);

/* A slot's attempt is over, and the study has the event, or it had not begun.
 * `again`: it was lost, and its trial is tried again. Called a second time if
 * the trial is given up. */
void monitor_over(struct monitor *w, int slot, const struct report *r,
                  bool again);

/* A rank was warned of something. */
void monitor_warning(struct monitor *w, int rank, const struct report *r);

/* Write all events; to be called before a wait. */
void monitor_flush(struct monitor *w);

/* To be called every round: shows the progress line, and writes status.json
 * when that is due. */
void monitor_round(struct monitor *w);

/* The sweep is over; `why` is the reason of an error, and of changed data.
 * `last`, unless NULL, gets the contents of the last status.json; the caller
 * releases it. */
void monitor_end(struct monitor *w, enum sweep_end end, const struct error *why,
                 struct sweep_status *last);

#endif
