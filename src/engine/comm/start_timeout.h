/*
 * start_timeout.h - a limit to how long ranks wait for one another to come.
 *
 * MPI_Init() and the first words of a job are collective, and there are no
 * heartbeats yet (heartbeat.h): under a launcher that goes on without a rank
 * that died meanwhile, the others would wait for ever.  One that ends on the
 * same host is seen at once (local_ranks.h).  A process whose job has not met
 * after CODARUN_START_SECONDS, 600 unless set, says so and ends; rank 0 says
 * after 15 seconds that ranks are missing, where there are more than one.
 *
 * Threads: before there are others.
 */
#ifndef ENGINE_COMM_START_TIMEOUT_H
#define ENGINE_COMM_START_TIMEOUT_H

#include "base/core/error.h"

/* The time runs from here to start_timeout_end(); all ranks have come, and one
 * may end, once comm_start() is over. */
int start_timeout_begin(struct error *e);
void start_timeout_all_came(void);
void start_timeout_end(void);

#endif
