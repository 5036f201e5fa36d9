/*
 * training_run.h - a training run on its way: what the files of the loop share.
 *
 * Threads: one training_run belongs to one thread, which leads its own.
 */
#ifndef ENGINE_TRAIN_TRAINING_RUN_H
#define ENGINE_TRAIN_TRAINING_RUN_H

#include <sys/stat.h>

#include "engine/train/state_metadata.h"
#include "engine/train/stepper.h"

/* Where a run stands beside its place; the same on every member. */
struct run_progress {
    double loss_sum; /* as in struct state */
    long loss_steps;
    long best_step;
    double best_value;
    long since_best;
    long worse;     /* struct schedule_place's */
    long evaluated; /* training examples used up at the last evaluation */
};

/* A state file as this run last wrote or read it, to see that nobody else has
 * written it since. */
struct written_state {
    struct stat stat;
    bool known;
};

/* What an evaluation of a split came to; the leader's. */
struct score {
    double value[MAX_METRICS];
    struct answer_sheet answers; /* owned, as the units are */
    struct units units;
};
void score_release(struct score *s);

struct training_run {
    const struct training *t; /* borrowed; while it is trained, of those that
                                 the run begins from */
    struct stepper stepper;
    struct run_progress at;
    struct history history; /* the leader's */
    float *best;            /* [len] the best parameters; owned */
    struct score scored;    /* of valid, by those of step `scored_at`; owned */
    long scored_at;         /* -1: none was evaluated in this attempt */
    double began, before;   /* clock at the start, seconds of earlier runs */
    double saved, told;     /* clock at the last checkpoint, progress */
    double loss;            /* of the last step */
    long expected;          /* steps in all */
    struct written_state last_file, best_file;
    bool best_held;    /* no file has the best parameters yet: keep none */
    char earlier[480]; /* the leader's: as in struct state */
    struct state_metadata metadata;
};

/* What the loop does next. */
enum run_next { GO_ON, DONE, FAILED, STOPPED, PAUSED, BROKEN };

/* A run that has not begun: its clock runs from now. */
void training_run_init(struct training_run *c, const struct training *t);
void training_run_release(struct training_run *c);

bool training_run_leads(const struct training_run *c);
const struct examples *training_run_examples(const struct training_run *c);

/* Training examples used up, as often as they come. */
long training_run_seen(const struct training_run *c);

/* Passes over the training examples, with the fraction of the last. */
double training_run_epochs(const struct training_run *c);

/* Seconds of training, earlier runs included. */
double training_run_seconds(const struct training_run *c);

/* The leader's word to all: -1, with its error, when `failed` there.
 * Collective over the group. */
int training_run_agree(const struct training_run *c, int failed,
                       struct error *e);

/* From now on it is this run, of those that it begins from and itself. */
void training_run_switch(struct training_run *c, const struct training *t);

/* The child's own run begins now, from the state that is at hand; what was the
 * best so far was not its own. */
void training_run_inherit(struct training_run *c, const struct training *child);

#endif
