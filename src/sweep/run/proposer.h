/*
 * proposer.h - a thread that works out what a search proposes next, so that the
 * coordinator goes on listening.
 *
 * It has one proposal at a time, which hangs on what it was given and on
 * nothing else (sampler/sampler.h): whether it was quick decides nothing.
 *
 * Threads: asked by one, the coordinator's.
 */
#ifndef SWEEP_RUN_PROPOSER_H
#define SWEEP_RUN_PROPOSER_H

#include "sweep/study/study.h"

struct proposer;

struct proposer *proposer_new(void);

/* Cancels what it is at. */
void proposer_free(struct proposer *p);

/* For study_propose_by().  Waits for a moment, in which most proposals are
 * worked out. */
bool proposer_ask(void *proposer, const struct proposal_request *w,
                  struct assignment *a);

#endif
