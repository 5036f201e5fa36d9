/*
 * course.h - a training run on its way: what the files of the loop share.
 *
 * Threads: one course belongs to one thread, which leads its own.
 */
#ifndef ENGINE_TRAIN_COURSE_H
#define ENGINE_TRAIN_COURSE_H

#include <sys/stat.h>

#include "engine/train/known.h"
#include "engine/train/stepper.h"

/* Where a run stands beside its place; the same on every member. */
struct standing {
    double loss_sum; /* as in struct state */
    long loss_steps;
    long best_step;
    double best_value;
    long since_best;
    long worse;  /* struct schedule_place's */
    long judged; /* training examples used up at the last evaluation */
};

/* A state file as this run last wrote or read it, to see that nobody else has
 * written it since. */
struct written {
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

struct course {
    const struct training *t; /* borrowed; while it is trained, of those that
                                 the run begins from */
    struct stepper stepper;
    struct standing at;
    struct history history; /* the leader's */
    float *best;            /* [len] the best parameters; owned */
    struct score scored;    /* of valid, by those of step `scored_at`; owned */
    long scored_at;         /* -1: none was evaluated in this attempt */
    double began, before;   /* clock at the start, seconds of earlier runs */
    double saved, told;     /* clock at the last checkpoint, progress */
    double loss;            /* of the last step */
    long expected;          /* steps in all */
    struct written last_file, best_file;
    bool best_held;    /* no file has the best parameters yet: keep none */
    char earlier[480]; /* the leader's: as in struct state */
    struct known known;
};

/* What the loop does next. */
enum turn { GO_ON, DONE, FAILED, STOPPED, PAUSED, BROKEN };

/* A run that has not begun: its clock runs from now. */
void course_init(struct course *c, const struct training *t);
void course_release(struct course *c);

bool course_leads(const struct course *c);
const struct examples *course_examples(const struct course *c);

/* Training examples used up, as often as they come. */
long course_seen(const struct course *c);

/* Passes over the training examples, with the fraction of the last. */
double course_epochs(const struct course *c);

/* Seconds of training, earlier runs included. */
double course_seconds(const struct course *c);

/* The leader's word to all: -1, with its error, when `failed` there.
 * Collective over the group. */
int course_agree(const struct course *c, int failed, struct error *e);

/* From now on it is this run, of those that it begins from and itself. */
void course_be(struct course *c, const struct training *t);

/* The heir's own run begins now, from the state that is at hand; what was the
 * best so far was not its own. */
void course_inherit(struct course *c, const struct training *heir);

#endif
