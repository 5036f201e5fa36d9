/*
 * pulse.h - signs of life between rank 0 and the others.
 *
 * A thread of every rank tells rank 0 every second that it is there, whatever
 * the rank computes or waits for, and rank 0 answers.  A rank that has died, is
 * stopped, or lies behind a cut cable falls silent.  Rank 0 sends a sign to
 * those alone who have just sent one: what is sent to a dead process may end
 * the sender (Open MPI over TCP).
 *
 * Silence is counted while the listener itself runs: who was stopped for an
 * hour and wakes has not missed an hour of the others.
 *
 * Threads: any may ask; where the MPI library lacks threads there are no signs,
 *          and no one is ever silent.
 */
#ifndef COMM_PULSE_H
#define COMM_PULSE_H

/*
 * Begin.  Who is silent for `most` seconds is lost to rank 0.  Another rank
 * that has not heard of rank 0 for three times as long says so and ends its
 * process: there is no one left to train for.
 */
void pulse_start(double most);

/* No more signs: comm_end() does it. */
void pulse_end(void);

/* On rank 0: seconds since a rank was heard of; 0 of itself. */
double pulse_silence(int rank);

/* On rank 0: a rank that is lost; -1: none. */
int pulse_lost(void);

#endif
