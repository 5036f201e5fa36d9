/*
 * coordinator.h - hands trials to groups of ranks and keeps the journal.
 *
 * The coordinator runs as a thread of rank 0 beside that rank's training, or
 * alone on rank 0 (--dedicated-coordinator), or is called regularly by the only
 * rank when the MPI library lacks threads. It sleeps between messages.
 *
 * It drives the study (study/study.h): reports of ranks become events of the
 * study, and decisions of the study become orders. Every decision is journalled
 * before it is carried out. It accesses the outside only through a struct world
 * (coordinator/world.h).
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

/* What a coordinator works with; everything is borrowed until
 * coordinator_free(). */
struct coordinator_setup {
    const struct world *world;
    const struct experiment *experiment;
    const struct sweep_options *options;
    struct study *study;
    struct membership *membership;
    struct slots *slots; /* of this study and these members */
};

struct coordinator *coordinator_new(const struct coordinator_setup *of);
void coordinator_free(struct coordinator *c);

/* Hand out trials, receive reports and write the journal until nothing is left;
 * then let all ranks leave. */
void coordinator_run(struct coordinator *c);

/* Do one round of coordinator_run(), which waits for messages only if may_wait.
 * False once all ranks were ordered to leave. */
bool coordinator_round(struct coordinator *c, bool may_wait);

/* Return how the sweep ended, with the error, if any, in e. */
enum sweep_end coordinator_end(const struct coordinator *c, struct error *e);

/* Return whether all ranks are still there. */
enum attendance coordinator_attendance(const struct coordinator *c);

#endif
