/*
 * worker.h - what a rank makes of the coordinator's orders, apart from the
 * training itself.
 *
 * Whoever trains asks it for the next order to train and begins that; asks
 * between steps whether to stop; and reports how far it is and how it ended.
 * So one that only pretends to train, in a world that is played, takes orders
 * by the same code.
 *
 * Threads: one worker a rank, and its own.
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
    double reported; /* clock, when last */
    double looked;   /* clock, when it was last asked whether to stop */
    double longest;  /* seconds between two such, of this attempt */
    long trained;    /* steps of this attempt, and whether a state of it is */
    bool saved;      /* there: told by whoever trains */
    bool stopped;    /* told to, by signal or order */
    bool held;       /* an order came in while training */
    struct order order;       /* that one */
    bool alone;               /* the group is this rank */
    struct order_queue queue; /* orders that came in while another was obeyed */
    bool signalled;           /* the coordinator knows of the signal */
};

void worker_init(struct worker *w, const struct world *world);
void worker_release(struct worker *w);

enum worker_next {
    WORKER_WAITS,  /* no order has come */
    WORKER_TRAINS, /* the order is to train */
    WORKER_LEAVES  /* everyone does: order->attendance */
};

/* Obey orders up to one to train; wait for one so many seconds at most. */
enum worker_next worker_next(struct worker *w, struct order *order,
                             double seconds);

/* Begin an order to train; false: it is to stop, or has been given up, before
 * it came to that. */
bool worker_begin(struct worker *w, const struct order *order);

/* Is the attempt at hand given up?  Of a struct worker. */
bool worker_given_up(void *worker);

/* Or is it to stop?  Asked between steps. */
bool worker_stop_asked(void *worker);

/* Is it time for a report of progress, which is to be filled in and sent? */
bool worker_is_due(const struct worker *w);
void worker_progress(struct worker *w, struct result_message *l);

/* The attempt has ended, by a group's leader. */
void worker_end(struct worker *w, struct result_message *l);

#endif
