/*
 * coordinator.h - hands trials to groups of ranks and keeps the books.
 *
 * The coordinator runs as a thread of rank 0 beside that rank's training, or
 * alone on rank 0 (--dedicated-coordinator), or is pumped by the only rank
 * when the MPI library lacks threads.  It sleeps between messages.
 *
 * Trials are handed out in trial order.  Every decision is journalled before
 * it is acted upon.
 */
#ifndef SWEEP_COORDINATOR_H
#define SWEEP_COORDINATOR_H

#include "sweep/ledger.h"
#include "sweep/sweep.h"
#include "sweep/worker.h"

/* Coordinator to worker, to every rank of a group. */
enum order_word { ORDER_TRAIN, ORDER_STOP, ORDER_QUIT };
struct order {
    int word;
    int attempt;
    long trial;
};

/* Leader to coordinator. */
enum report_word { REPORT_PROGRESS, REPORT_END, REPORT_SIGNAL };
struct report {
    int word;
    int end;   /* REPORT_END: enum train_end */
    bool lost; /* REPORT_END: as in struct group */
    long trial;
    long step, steps; /* REPORT_PROGRESS: done, expected */
    double best;      /* valid goal; NaN when there is none */
    double seconds;
    char text[1000]; /* REPORT_END: why it failed */
};

struct coordinator;

/* Everything borrowed until coordinator_free(). */
struct coordinator *coordinator_new(const struct experiment *x,
                                    const struct sweep_options *o,
                                    const struct crew *crew, struct ledger *l,
                                    struct journal *j);
void coordinator_free(struct coordinator *c);

/* Hand out, listen and write until nothing is left, then say quit. */
void coordinator_run(struct coordinator *c);

/* One round of coordinator_run() that waits at most `seconds`; false once
 * everyone was told to quit. */
bool coordinator_round(struct coordinator *c, double seconds);

/* How the sweep ended; the error, if any, is in e. */
enum sweep_end coordinator_end(const struct coordinator *c, struct error *e);

#endif
