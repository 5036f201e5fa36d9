/*
 * null_sweep.h - a sweep whose trials train nothing, to measure the overhead of
 * the runner: naming, journal, messages, status.
 *
 * Every rank answers an order at once; orders that arrive together are answered
 * with one message.  The coordinator is the one of real sweeps, a thread of
 * rank 0.
 */
#ifndef BENCH_NULL_SWEEP_H
#define BENCH_NULL_SWEEP_H

#include <stdbool.h>

#include "base/core/error.h"

struct null_sweep {
    const char *dir; /* a folder for the sweep's files, not existing yet;
                        borrowed */
    bool relaxed;    /* the journal is not synced */
    bool single;     /* a rank holds one trial at a time */
    double asleep;   /* seconds that every rank sleeps in its first trial */
    double seconds;  /* seconds for which ranks answer after that */
    /* results, on rank 0: */
    double rate; /* trials a second */
    double idle; /* fraction of a core used by the coordinator while all ranks
                    sleep; NaN without sleeping */
    /* for the rank that waited longest, in seconds: */
    double wake;   /* from its first answer to its next order */
    double answer; /* the mean of its later waits with no trial to run; NaN if
                      there were none */
};

/* Run it; collective over the world, whose MPI library must support threads.
 * Error: -1 on every rank, with an error on rank 0. */
int null_sweep_run(struct null_sweep *d, struct error *e);

/* A sweep of a real model whose trials train one step, timed from opening the
 * data to sweep.h5. */
struct one_step_sweep {
    const char *dir; /* the same on every rank; other files are put beside it;
                        borrowed */
    long trials;
    double rate; /* trials a second */
};

/* Run it; collective and with errors as above. */
int one_step_sweep(struct one_step_sweep *d, struct error *e);

#endif
