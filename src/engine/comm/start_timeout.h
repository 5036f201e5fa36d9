/*
 * start_timeout.h - a time limit for ranks to meet at the start.
 *
 * MPI_Init() and the first messages of a job are collective, and there are no
 * heartbeats yet (heartbeat.h): if a rank dies meanwhile and the launcher does
 * not end the job, the others would wait without end.  A rank that ends on the
 * same host is found at once (local_ranks.h).  Otherwise a process whose job
 * has not met after CODARUN_START_SECONDS, 600 unless set, reports that and
 * ends; rank 0 reports after 15 seconds that ranks are missing, if there are
 * several.
 *
 * Threads: before there are others.
 */
#ifndef ENGINE_COMM_START_TIMEOUT_H
#define ENGINE_COMM_START_TIMEOUT_H

#include "base/core/error.h"

/* The time runs from start_timeout_begin() to start_timeout_end().  After
 * start_timeout_all_came() a rank may end without being reported as missing. */
int start_timeout_begin(struct error *e);
void start_timeout_all_came(void);
void start_timeout_end(void);

#endif
