/*
 * replay_log.h - what a simulated study was told, as a journal has it.
 *
 * A job that dies leaves nothing but its journal and the states that its trials
 * had saved: whoever comes next tells a study of its own the same, and has
 * those judged that were in hand (study/study.h), as the real one does
 * (ledger/store.h).  What nobody acts upon after a death is not written down:
 * that something was saved, or that a slot was closed, which the study is told
 * without.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SIMULATE_REPLAY_LOG_H
#define SWEEP_SIMULATE_REPLAY_LOG_H

#include "sweep/study/study.h"

/* With its first three fields set it is one of nothing yet. */
struct replay_log {
    const struct search *search; /* borrowed, as is the scheduler; NULL: none */
    const struct chosen *scheduler;
    struct policy policy;
    long n, room;
    struct event *event; /* [n] owned, with their assignments */
    long trials;         /* of which it tells, dropped ones among them */
    long held_n, held_room;
    struct held *held; /* [held_n] in hand when the job went down last, as they
                          were judged since; owned */
};

void replay_log_release(struct replay_log *c);

/* Write down what the study is told now: that something proposed has a name as
 * all of the proposal. */
void replay_log_add(struct replay_log *c, struct study *s,
                    const struct event *e);

/* ... and that an attempt begins, which the study has decided. */
void replay_log_begin(struct replay_log *c, const struct study *s,
                      const struct next *d);

/* The job goes down with what the study has on its slots; nothing else is of
 * use of that study. */
void replay_log_crash(struct replay_log *c, const struct study *s, int slots);

/* A study that knows all that, and has judged those that were in hand: for the
 * caller to free.  Without a replay_log_crash() before, nobody was. */
struct study *replay_log_replay(struct replay_log *c, int slots);

#endif
