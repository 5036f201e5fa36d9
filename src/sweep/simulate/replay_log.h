/*
 * replay_log.h - the events of a simulated study, as a journal would have them.
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
    const struct search *search; /* borrowed, as is the scheduler; NULL if none
                                  */
    const struct chosen *scheduler;
    struct policy policy;
    long n, room;
    struct event *event; /* [n] owned, with their assignments */
    long trials;         /* in the log, including dropped ones */
    long held_n, held_room;
    struct held *held; /* [held_n] running when the job last went down, as
                          judged since; owned */
};

void replay_log_release(struct replay_log *c);

/* Log an event that the study is given now; of a proposal, the name is logged
 * together with the proposal. */
void replay_log_add(struct replay_log *c, struct study *s,
                    const struct event *e);

/* Log that an attempt begins, which the study has decided. */
void replay_log_begin(struct replay_log *c, const struct study *s,
                      const struct next *d);

/* Log that the job goes down with the trials on the study's slots; the study is
 * not needed afterwards. */
void replay_log_crash(struct replay_log *c, const struct study *s, int slots);

/* A study that knows all that, and has judged those that were in hand: for the
 * caller to free.  Without a replay_log_crash() before, nobody was. */
struct study *replay_log_replay(struct replay_log *c, int slots);

#endif
