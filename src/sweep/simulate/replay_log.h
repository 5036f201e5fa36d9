/*
 * replay_log.h - the events of a simulated study, as a journal would have them.
 *
 * When a job dies, its journal and the saved states of its trials are left.
 * The next job tells these events to a new study, and has the trials judged
 * that were running (study/study.h), as the real one does (ledger/store.h).
 * Events that have no effect after a death are told to the study but not
 * logged: that something was saved, or that a slot was closed.
 *
 * A ledger with a journal in memory (ledger/journal.h) would do the same, but
 * its entries are texts: with 13 deaths in 200,000 trials the simulation would
 * take three times as long.  A test compares both.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SIMULATE_REPLAY_LOG_H
#define SWEEP_SIMULATE_REPLAY_LOG_H

#include "sweep/study/study.h"

/* With only its first three members set it is empty. */
struct replay_log {
    const struct search *search; /* borrowed, as is the scheduler; NULL if none
                                  */
    const struct chosen *scheduler;
    struct policy policy;
    long n, room;
    struct event *event; /* [n] owned, with their assignments */
    long trials;         /* in the log, including dropped ones */
    long interrupted_n, interrupted_room;
    /* [interrupted_n] running when the job last died, and how they were judged
     * since; owned */
    struct interrupted_trial *interrupted;
};

void replay_log_release(struct replay_log *c);

/* Log an event that the study is given now; of a proposal, the name is logged
 * together with the proposal. */
void replay_log_add(struct replay_log *c, struct study *s,
                    const struct event *e);

/* Log that an attempt begins, which the study has decided. */
void replay_log_begin(struct replay_log *c, const struct study *s,
                      const struct next *d);

/* Log that the job dies with the trials on the study's slots running; the study
 * is not needed afterwards. */
void replay_log_crash(struct replay_log *c, const struct study *s, int slots);

/* Return a study that was told all these events, and has judged the trials that
 * were running; the caller frees it.  Without a replay_log_crash() before, none
 * were. */
struct study *replay_log_replay(struct replay_log *c, int slots);

#endif
