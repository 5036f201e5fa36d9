/*
 * watch.h - what others see of a running sweep: its log lines and progress
 * line, status.json (results/sight.h) and events.jsonl (results/events.h).
 *
 * The coordinator tells it what happens, after the journal knows.  Nothing here
 * fails: what cannot be written is warned of once, and the sweep goes on.
 *
 * Events, each with `time` and `event`:
 *
 *     begin, resume   name, codarun, ranks, groups, ranks_per_trial, hosts,
 *                     trials, finished, failed
 *     start           of an attempt: trial, digest, attempt, ranks, hosts,
 *                     values; until, the share of its run it is to come to
 *     rung            trial ..., goal, rung, seconds: it pauses there
 *     finish          trial ..., goal, seconds
 *     fail            trial ..., reason, seconds
 *     lost            trial ..., reason, again: is it tried again?
 *     stop            trial ...: it was asked to, and goes on another time
 *     warning         rank, host, text; trial or null
 *     end             how (done, failed, stopped, error), why, trials,
 *                     finished, failed
 *
 * "trial ..." is trial, digest, attempt, ranks (the first and how many) and
 * hosts.
 *
 * Threads: the coordinator's.
 */
#ifndef RUN_WATCH_H
#define RUN_WATCH_H

#include "run/books.h"
#include "run/crew.h"
#include "run/message.h"

struct watch;

/* Everything borrowed until watch_free(), hosts [ranks of the world] too. */
struct watch *watch_new(const struct crew *crew, const struct books *b,
                        const char (*hosts)[64]);
void watch_free(struct watch *w);

/* An attempt was ordered. */
void watch_start(struct watch *w, const struct next *d);

/* A group reported its progress, or that its turn is over, of which the study
 * has been told. */
void watch_report(struct watch *w, int group, const struct report *r);

/* A rank was warned of something. */
void watch_warning(struct watch *w, int rank, const struct report *r);

/* To be called every round: shows the progress line, and writes status.json
 * when it is time. */
void watch_round(struct watch *w);

/* The sweep is over; `why` of an error. */
void watch_end(struct watch *w, enum sweep_end end, const struct error *why);

#endif
