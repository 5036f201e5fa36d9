/*
 * worker.h - how a rank carries out the coordinator's orders, apart from the
 * training itself.
 *
 * The caller trains: it asks for the next order to train and begins it, asks
 * between steps whether to stop, and reports progress and the end. So a test
 * can train nothing, in a simulated world, and take orders by the same code.
 *
 * Threads: one worker per rank, used by its own thread.
 */
#ifndef SWEEP_COORDINATOR_WORKER_H
#define SWEEP_COORDINATOR_WORKER_H

#include "sweep/coordinator/message.h"
#include "sweep/coordinator/order_queue.h"
#include "sweep/coordinator/world.h"

struct worker {
    const struct world *world; /* borrowed */
    long trial;
    int attempt;
    double reported; /* clock of the last report */
    double checked;  /* clock of the last check for a stop */
    double longest;  /* longest seconds between two checks, of this attempt */
    long trained;    /* steps of this attempt; set by the caller */
    bool saved;      /* this attempt has saved a state; set by the caller */
    bool stopped;    /* it is to stop, by signal or order */
    bool held;       /* an order came while training: */
    struct order order;       /* the order */
    bool alone;               /* the group is this rank only */
    struct order_queue queue; /* orders that came meanwhile */
    bool signalled;           /* the signal was reported to the coordinator */
};

void worker_init(struct worker *w, const struct world *world);
void worker_release(struct worker *w);

enum worker_next {
    WORKER_WAITS,  /* no order has come */
    WORKER_TRAINS, /* the order is an order to train */
    WORKER_LEAVES  /* all ranks leave; see order->attendance */
};

/* Carry out orders up to the next one to train, waiting at most so many seconds
 * for one. */
enum worker_next worker_next(struct worker *w, struct order *order,
                             double seconds);

/* Begin an order to train. False if it was stopped or given up before it began.
 */
bool worker_begin(struct worker *w, const struct order *order);

/* True if the running attempt is given up. `worker` is a struct worker. */
bool worker_given_up(void *worker);

/* True if the running attempt is to stop. Asked between steps. */
bool worker_stop_asked(void *worker);

/* True if a report of progress is due; the caller fills it in and sends it. */
bool worker_is_due(const struct worker *w);
void worker_progress(struct worker *w, struct result_message *l);

/* Report the end of the attempt; called by the group's leader. */
void worker_end(struct worker *w, struct result_message *l);

#endif
