/*
 * trial.h - one trial of an experiment.
 *
 * trial_run() loads the task, builds the model, trains and fills in the
 * provenance. The worker writes the result file; `codarun verify --rerun` keeps
 * the result in memory.
 *
 * Threads: one trial per rank.
 */
#ifndef SWEEP_RUN_TRIAL_H
#define SWEEP_RUN_TRIAL_H

#include "engine/comm/comm.h"
#include "engine/store/result.h"
#include "sweep/experiment/experiment.h"

/* What trial_run() needs; everything borrowed. */
struct trial_call {
    const struct experiment *experiment;
    const struct assignment *assignment; /* the trial's values */
    const struct trial_config *config; /* the configuration with these values */
    struct group *group;               /* its attempt is the result's */
    const char *state;   /* as in struct training; NULL: write nothing */
    bool other_identity; /* continue from a state of another identity */
    double until;        /* as in struct training */
    bool ends_there;     /* the same */
    bool (*stop)(void *context); /* as in struct training; may be NULL */
    void (*progress)(void *context, long step, long steps_expected, double loss,
                     double best);
    void (*evaluated)(void *context, const struct history_row *row);
    void *context;
    long *trained; /* the same */
    bool *saved;   /* the same */
    int *unready;  /* set to a member that could not begin the trial, or -1; may
                      be NULL */
    int *poor;     /* set to a member that lacks memory, or -1; may be NULL */
};

/*
 * Train one trial. Collective over the group; for one rank alone the group is
 * group_alone(). On the leader r is complete, with provenance, if
 * TRAIN_FINISHED is returned, and has status and reason if TRAIN_FAILED is; the
 * caller owns it in both cases. e contains the reason of any end other than
 * TRAIN_FINISHED.
 */
enum train_end trial_run(const struct trial_call *c, struct result *r,
                         struct error *e);

/* Make the result of a trial that is not tried again: failed, for this reason.
 * Any process that can write it may call this; the group takes no part. The
 * caller owns the result. */
void trial_give_up(const struct trial_call *c, const char *reason,
                   struct result *r);

#endif
