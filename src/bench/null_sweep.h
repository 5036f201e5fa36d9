/*
 * null_sweep.h - a sweep whose trials train nothing, to measure what the runner
 * itself takes: naming, journal, messages, what is said of it.
 *
 * Every rank answers an order at once, and those that came together by one
 * message; the coordinator is the sweep's own, a thread of rank 0.
 */
#ifndef BENCH_NULL_SWEEP_H
#define BENCH_NULL_SWEEP_H

#include <stdbool.h>

#include "base/core/error.h"

struct null_sweep {
    const char *dir; /* a folder that is not there, for its books; borrowed */
    bool relaxed;    /* the journal is not synced */
    bool single;     /* a rank holds one trial at a time */
    double asleep;   /* every rank sleeps over its first trial so long ... */
    double seconds;  /* ... and then answers for so long */
    /* what it came to, on rank 0: */
    double rate; /* trials a second */
    double idle; /* share of a core that the coordinator took while all slept;
                    NaN when nobody did */
    /* of the rank that waited longest, in seconds: */
    double wake;   /* from its first answer to its next order */
    double answer; /* the mean of its later waits with nothing in hand; NaN:
                      it had none */
};

/* Collective over the world, whose MPI library has threads.  -1 on every rank,
 * with an error on rank 0, when it could not be. */
int null_sweep_run(struct null_sweep *d, struct error *e);

/* A sweep of a real model whose trials train one step, from its first look at
 * the data to sweep.h5. */
struct one_step_sweep {
    const char *dir; /* the same on every rank; files lie beside it; borrowed */
    long trials;
    double rate; /* trials a second */
};

/* Likewise. */
int one_step_sweep(struct one_step_sweep *d, struct error *e);

#endif
