/*
 * heartbeat.h - heartbeats between rank 0 and the others.
 *
 * A thread of every rank tells rank 0 every second that it is there, whatever
 * the rank computes or waits for, and rank 0 answers.  A rank that has died, is
 * stopped, or lies behind a cut cable falls silent.  Rank 0 sends a heartbeat
 * to those alone who have just sent one: what is sent to a dead process may end
 * the sender (Open MPI over TCP).
 *
 * A heartbeat says whether its rank is to stop (core/interrupt.h), and one that
 * says so first leaves at once: its rank lived when the launcher ended the job.
 *
 * Silence is counted while the listener itself runs: who was stopped for an
 * hour and wakes has not missed an hour of the others.
 *
 * Threads: any may ask; where the MPI library lacks threads there are no
 * heartbeats, and no one is ever silent.
 */
#ifndef ENGINE_COMM_HEARTBEAT_H
#define ENGINE_COMM_HEARTBEAT_H

#include <stdbool.h>

/*
 * Begin: a rank that rank 0 has not heard of for `most` seconds is lost.  Of
 * the others, one that has not heard of rank 0 for four times as long says so
 * and ends its process: there is no one left to train for.  It waits longer,
 * for a cable that was cut carries nothing for a while after it is mended: TCP
 * tries again at intervals that double.
 */
void heartbeat_start(double most);

/* No more heartbeats: comm_end() does it. */
void heartbeat_end(void);

/* Seconds since a rank was heard of: on rank 0 any, on the others rank 0. */
double heartbeat_silence(int rank);

/* On rank 0: a rank that is lost; -1: none. */
int heartbeat_lost(void);

/* On rank 0: has another said that it is to stop, as far as it can? */
bool heartbeat_stops(int rank);

#endif
