/*
 * heartbeat.h - heartbeats between rank 0 and the others.
 *
 * A thread of every rank sends rank 0 a heartbeat every second, whatever the
 * rank computes or waits for, and rank 0 answers.  Silence means that a rank
 * has died, is stopped, or cannot be reached.  Rank 0 sends only to ranks that
 * have just sent a heartbeat: sending to a dead process may end the sender
 * (Open MPI over TCP).
 *
 * A heartbeat reports whether its rank was asked to stop (core/interrupt.h),
 * and the first that does is sent at once.  So rank 0 knows that this rank was
 * alive when the launcher ended the job.
 *
 * Silence is counted only while the listener itself runs: a process that was
 * stopped for an hour and wakes up does not count that hour as silence of
 * others.
 *
 * Threads: any may call the queries; if the MPI library lacks threads there are
 * no heartbeats, and no rank is ever silent.
 */
#ifndef ENGINE_COMM_HEARTBEAT_H
#define ENGINE_COMM_HEARTBEAT_H

#include <stdbool.h>

/*
 * Begin: rank 0 takes a rank for lost after `most` seconds without a
 * heartbeat.  Another rank that has not received one from rank 0 for four times
 * as long reports that and ends its process, since there is nothing left to
 * train for.  It waits longer because a connection that was interrupted carries
 * nothing for a while after it is restored: TCP tries again at intervals that
 * double.
 */
void heartbeat_start(double most);

/* End the heartbeats; called by comm_end(). */
void heartbeat_end(void);

/* Seconds since the last heartbeat of a rank: on rank 0 of any, on the others
 * of rank 0. */
double heartbeat_silence(int rank);

/* On rank 0: a rank that is lost, or -1. */
int heartbeat_lost(void);

/* On rank 0: true if another rank reported that it was asked to stop, or if
 * there are no heartbeats. */
bool heartbeat_stops(int rank);

#endif
