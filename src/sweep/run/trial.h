/*
 * trial.h - one trial of an experiment.
 *
 * trial_run() loads the task, builds the model, trains and fills in the
 * provenance.  The worker writes the result file; whoever else
 * runs a trial (codarun verify --rerun) keeps the result in memory.
 *
 * Threads: one trial a rank.
 */
#ifndef SWEEP_RUN_TRIAL_H
#define SWEEP_RUN_TRIAL_H

#include "engine/comm/comm.h"
#include "engine/store/result.h"
#include "sweep/experiment/experiment.h"

/* What trial_run() needs; everything borrowed. */
struct trial_call {
    const struct experiment *experiment;
    const struct assignment *assignment; /* what the trial is */
    const struct trial_config *config;   /* and so its configuration */
    struct group *group;                 /* its attempt is the result's */
    const char *state;   /* as in struct training; NULL: write nothing */
    bool other_identity; /* go on from a state of another identity */
    double until;        /* as in struct training */
    bool ends_there;     /* the same */
    bool (*stop)(void *context); /* as in struct training; may be NULL */
    void (*progress)(void *context, long step, long steps_expected, double loss,
                     double best);
    void (*evaluated)(void *context, const struct history_row *row);
    void *context;
    long *trained; /* the same */
    bool *saved;   /* the same */
    int *unready; /* told which member could not begin it, or -1; may be NULL */
    int *poor;    /* the same of one that lacks memory */
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

/* The result of a trial that is not tried again, for whoever can still write
 * it: failed, for this reason.  The caller's; the group is not called upon. */
void trial_give_up(const struct trial_call *c, const char *reason,
                   struct result *r);

#endif
