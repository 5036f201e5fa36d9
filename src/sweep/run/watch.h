/*
 * watch.h - what others see of a running sweep: its log lines and progress
 * line, status.json (folder/sight.h) and events.jsonl (results/events.h).
 *
 * The coordinator tells it what happens, after the journal knows.  Nothing here
 * fails: what cannot be written is warned of once, and the sweep goes on.
 *
 * Events, each with `time` and `event`:
 *
 *     begin, resume   name, codarun, ranks, groups, ranks_per_trial, hosts (of
 *                     every rank), goal, trials, finished, failed
 *     start           of an attempt: T, values; until, the share of its run
 *                     that it is to come to
 *     evaluation      trial, attempt, step, epoch, train_loss, learning_rate,
 *                     valid (an object of metrics): of a trial that was still
 *                     trained behind it, not of each where these are many
 *                     (evaluations.h); one may be told again after a kill
 *     rung            T, rung, goal, seconds: it pauses there
 *     finish          T, goal, seconds
 *     fail            T, reason, seconds
 *     lost            T, reason, again (is it tried again?), seconds
 *     stop            T, seconds: it was asked to, and goes on another time
 *     warning         rank, host, trial (or null), text
 *     end             how (done, failed, stopped, error), why (of error and
 *                     stopped, and of done where the data have changed since),
 *                     steps_trained, trials, finished, failed
 *
 * T is trial, digest, attempt, ranks ("4-5", or "4 7") and hosts (the
 * distinct ones).
 *
 * Threads: the coordinator's.
 */
#ifndef SWEEP_RUN_WATCH_H
#define SWEEP_RUN_WATCH_H

#include "sweep/folder/sight.h"
#include "sweep/run/books.h"
#include "sweep/run/message.h"
#include "sweep/run/roster.h"

struct watch;

/* Everything borrowed until watch_free(). */
struct watch *watch_new(const struct roster *r, const struct books *b);
void watch_free(struct watch *w);

/* An attempt was ordered, of a trial with these values. */
void watch_start(struct watch *w, const struct next *d,
                 const struct assignment *a);

/* The seat whose trial a group has in hand: of those that it holds the one
 * whose order left first; -1: it holds none.  What waits in the outbox is not
 * known here yet.  *since is told the clock when it may have begun, unless
 * NULL. */
int watch_in_hand(const struct watch *w, int group, double *since);

/* What a seat was to train had not begun, and waits again. */
void watch_return(struct watch *w, int seat, const struct report *r);

/* A seat's team reported its progress. */
void watch_progress(struct watch *w, int seat, const struct report *r);

/* And with it what its evaluations came to. */
void watch_evaluations(struct watch *w, const struct report *r);

/* Its attempt is over, of which the study has been told; of a lost one, is it
 * tried again? */
void watch_over(struct watch *w, int seat, const struct report *r, bool again);

/* A trial is not tried again: after watch_over() of its last attempt. */
void watch_give_up(struct watch *w, int seat, const struct report *r);

/* A rank was warned of something. */
void watch_warning(struct watch *w, int rank, const struct report *r);

/* Events are written; before waiting for others. */
void watch_flush(struct watch *w);

/* To be called every round: shows the progress line, and writes status.json
 * when it is time. */
void watch_round(struct watch *w);

/* Steps that were trained since this program began, as far as was heard. */
long watch_trained(const struct watch *w);

/* Was a step trained since, or did a trial end or come to a rung?  What is gone
 * on with at its last step is scored, and trained no further. */
bool watch_advanced(const struct watch *w);

/* The sweep is over; `why` of an error, and of other data.  `last`, unless
 * NULL, is what status.json says of that and of the trials, to be released. */
void watch_end(struct watch *w, enum sweep_end end, const struct error *why,
               struct sight *last);

#endif
