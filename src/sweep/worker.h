/*
 * worker.h - a rank that trains what the coordinator hands out.
 *
 * trial_run() trains one trial of an experiment from its number alone: it
 * binds the configuration, loads the task, builds the model, trains, and
 * fills in the provenance.  The worker writes the result file; whoever else
 * runs a trial (codarun verify --rerun) keeps the result in memory.
 *
 * Threads: one worker a rank.  The last task is kept between trials, since
 *          most sweeps train every trial on one data set.
 */
#ifndef SWEEP_WORKER_H
#define SWEEP_WORKER_H

#include "sweep/experiment.h"
#include "sweep/sweep.h"

/* What trial_run() needs; everything borrowed. */
struct trial_call {
    const struct experiment *experiment;
    long number;         /* of the trial, from 0 */
    struct group *group; /* its attempt is the result's */
    const char *state;   /* as in struct training; NULL: write nothing */
    bool other_identity; /* go on from a state of another identity */
    bool (*stop)(void *context); /* as in struct training; may be NULL */
    void (*progress)(void *context, long step, long steps_expected, double loss,
                     double best);
    void *context;
};

/*
 * Train one trial.  Collective over the group; for one rank alone the group
 * is group_alone().  On the leader r ends complete, provenance included, when
 * the answer is TRAIN_FINISHED, and with status and reason when it is
 * TRAIN_FAILED; the caller owns it either way.  e says why anything else
 * than TRAIN_FINISHED happened.
 */
enum train_end trial_run(const struct trial_call *c, struct result *r,
                         struct error *e);

struct trial_size {
    size_t params;
    double bytes; /* of memory: the estimate a rank */
    long steps, grains;
};

/*
 * Load the task of a trial and build its model, to find bad input before
 * anything is written.  The task is kept for trial_run().
 */
int trial_check(const struct experiment *x, long number, int ranks,
                struct trial_size *size, struct error *e);

/* One digest of all files the kept task was read from. */
struct digest trial_data(void);

/* Free the task that trial_run() and trial_check() keep. */
void trial_forget(void);

/* How the ranks are shared out: groups of consecutive ranks. */
struct crew {
    int first;  /* the first rank that trains: 1 with a dedicated coordinator */
    int ranks;  /* a group */
    int groups; /* ranks left over have nothing to do */
};

/*
 * Take orders from the coordinator until it says quit.  `pump`, when not
 * NULL, is called instead of waiting (the coordinator without a thread).
 */
void worker_loop(const struct experiment *x, const struct sweep_options *o,
                 const struct crew *crew, void (*pump)(void *),
                 void *pump_context);

#endif
