/*
 * coordinator.h - hands trials to groups of ranks and keeps the books.
 *
 * The coordinator runs as a thread of rank 0 beside that rank's training, or
 * alone on rank 0 (--dedicated-coordinator), or is pumped by the only rank
 * when the MPI library lacks threads.  It sleeps between messages.
 *
 * It drives the study (study/study.h): what ranks say becomes its events, its
 * decisions become orders.  Every decision is journalled before it is acted
 * upon.
 */
#ifndef SWEEP_RUN_COORDINATOR_H
#define SWEEP_RUN_COORDINATOR_H

#include "sweep/run/books.h"
#include "sweep/run/message.h"
#include "sweep/run/monitor.h"
#include "sweep/run/roster.h"

struct coordinator;

/* Everything borrowed until coordinator_free(). */
struct coordinator *coordinator_new(struct roster *roster, struct books *b,
                                    struct monitor *w);
void coordinator_free(struct coordinator *c);

/* Hand out, listen and write until nothing is left, then let everyone go. */
void coordinator_run(struct coordinator *c);

/* One round of coordinator_run() that waits at most `seconds`; false once
 * everyone was told to leave. */
bool coordinator_round(struct coordinator *c, double seconds);

/* How the sweep ended; the error, if any, is in e. */
enum sweep_end coordinator_end(const struct coordinator *c, struct error *e);

/* Who is still there. */
enum attendance coordinator_attendance(const struct coordinator *c);

#endif
