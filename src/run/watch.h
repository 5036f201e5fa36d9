/*
 * watch.h - what others see of a running sweep: its log lines and progress
 * line, status.json (results/sight.h) and events.jsonl (results/events.h).
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
 *     rung            T, rung, goal, seconds: it pauses there
 *     finish          T, goal, seconds
 *     fail            T, reason, seconds
 *     lost            T, reason, again (is it tried again?), seconds
 *     stop            T, seconds: it was asked to, and goes on another time
 *     warning         rank, host, trial (or null), text
 *     end             how (done, failed, stopped, error), why, trials,
 *                     finished, failed
 *
 * T is trial, digest, attempt, first_rank, ranks (how many) and hosts (the
 * distinct ones).
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
