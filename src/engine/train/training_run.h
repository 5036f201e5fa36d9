/*
 * training_run.h - a training run in progress: what the files of the loop
 * share.
 *
 * Threads: one training_run belongs to one thread, which leads a team of its
 * own.
 */
#ifndef ENGINE_TRAIN_TRAINING_RUN_H
#define ENGINE_TRAIN_TRAINING_RUN_H

#include <sys/stat.h>

#include "engine/train/state_metadata.h"
#include "engine/train/stepper.h"

/* The progress of a run beside its position; the same on every member. */
struct run_progress {
    double loss_sum; /* as in struct state */
    long loss_steps;
    long best_step;
    double best_value;
    long since_best;
    long worse;     /* as in struct schedule_place */
    long evaluated; /* training examples used up at the last evaluation */
};

/* A state file as this run last wrote or read it, to detect that another
 * process has written it since. */
struct written_state {
    struct stat stat;
    bool known;
};

/* The outcome of an evaluation of a split; on the leader. */
struct score {
    double value[MAX_METRICS];
    struct answer_sheet answers; /* owned, as are the units */
    struct units units;
};
void score_release(struct score *s);

struct training_run {
    const struct training *t; /* borrowed; while a run that it begins from is
                                 trained, that run */
    struct stepper stepper;
    struct run_progress at;
    struct history history; /* the leader's */
    float *best;            /* [len] the best parameters; owned */
    struct score scored;    /* of valid, with the parameters of step
                               `scored_at`; owned */
    long scored_at;         /* -1 if none was evaluated in this attempt */
    double began, before;   /* clock at the start, seconds of earlier runs */
    double saved, told;     /* clock at the last checkpoint, progress report */
    double loss;            /* of the last step */
    long expected;          /* steps in all */
    struct written_state last_file, best_file;
    bool best_held;    /* the best parameters are in no file yet (keep: none) */
    char earlier[480]; /* the leader's: as in struct state */
    struct state_metadata metadata;
};

/* What the loop does next. */
enum run_next { GO_ON, DONE, FAILED, STOPPED, PAUSED, BROKEN };

/* Initialise a run; its clock starts now. */
void training_run_init(struct training_run *c, const struct training *t);
void training_run_release(struct training_run *c);

bool training_run_leads(const struct training_run *c);
const struct examples *training_run_examples(const struct training_run *c);

/* Training examples used, each as often as it was used. */
long training_run_seen(const struct training_run *c);

/* Passes over the training examples, with the fraction of the last. */
double training_run_epochs(const struct training_run *c);

/* Seconds of training, earlier runs included. */
double training_run_seconds(const struct training_run *c);

/* Send to all members whether the leader has `failed`: -1 then, with the
 * leader's error.  Collective over the group. */
int training_run_agree(const struct training_run *c, int failed,
                       struct error *e);

/* Switch to another run of this run and those that it begins from. */
void training_run_switch(struct training_run *c, const struct training *t);

/* Begin the child's own run from the current state; the best value so far was
 * its parent's, and is dropped. */
void training_run_inherit(struct training_run *c, const struct training *child);

#endif
