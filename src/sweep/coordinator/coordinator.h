/*
 * coordinator.h - hands trials to groups of ranks and keeps the journal.
 *
 * The coordinator runs as a thread of rank 0 beside that rank's training, or
 * alone on rank 0 (--dedicated-coordinator), or is pumped by the only rank
 * when the MPI library lacks threads.  It sleeps between messages.
 *
 * It drives the study (study/study.h): what ranks say becomes its events, its
 * decisions become orders.  Every decision is journalled before it is acted
 * upon.  What is outside it asks by a struct world alone (coordinator/world.h).
 */
#ifndef SWEEP_COORDINATOR_COORDINATOR_H
#define SWEEP_COORDINATOR_COORDINATOR_H

#include "sweep/coordinator/membership.h"
#include "sweep/coordinator/message.h"
#include "sweep/coordinator/slots.h"
#include "sweep/coordinator/sweep_options.h"
#include "sweep/coordinator/world.h"
#include "sweep/experiment/experiment.h"

struct coordinator;

/* What it is about; everything borrowed until coordinator_free(). */
struct charge {
    const struct world *world;
    const struct experiment *experiment;
    const struct sweep_options *options;
    struct study *study;
    struct membership *membership;
    struct slots *slots; /* of both */
};

struct coordinator *coordinator_new(const struct charge *of);
void coordinator_free(struct coordinator *c);

/* Hand out, listen and write until nothing is left, then let everyone go. */
void coordinator_run(struct coordinator *c);

/* One round of coordinator_run(), which may not wait; false once everyone was
 * told to leave. */
bool coordinator_round(struct coordinator *c, bool may_wait);

/* How the sweep ended; the error, if any, is in e. */
enum sweep_end coordinator_end(const struct coordinator *c, struct error *e);

/* Who is still there. */
enum attendance coordinator_attendance(const struct coordinator *c);

#endif
