/*
 * proposer.h - a thread that computes what a search proposes next, so that the
 * coordinator continues to receive messages.
 *
 * It has one proposal at a time, which depends only on its input
 * (sampler/sampler.h): its speed decides nothing.
 *
 * Threads: used by one, the coordinator's.
 */
#ifndef SWEEP_RUN_PROPOSER_H
#define SWEEP_RUN_PROPOSER_H

#include "sweep/study/study.h"

struct proposer;

struct proposer *proposer_new(void);

/* Free the proposer; a running computation is cancelled. */
void proposer_free(struct proposer *p);

/* A callback for study_propose_by(). Waits a short time, in which most
 * proposals are computed. */
bool proposer_ask(void *proposer, const struct proposal_request *w,
                  struct assignment *a);

#endif
