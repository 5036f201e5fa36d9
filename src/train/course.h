/*
 * course.h - a training run on its way: what the files of the loop share.
 */
#ifndef TRAIN_COURSE_H
#define TRAIN_COURSE_H

#include <sys/stat.h>

#include "train/engine.h"
#include "train/known.h"

/* Where a run stands; the same on every member. */
struct standing {
    long step, epoch, position; /* as in struct state */
    double loss_sum;
    long loss_steps;
    long best_step;
    double best_value;
    long since_best;
    long worse;  /* evaluations that were not the best so far */
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
    struct engine engine;
    struct standing at;
    struct history history; /* the leader's */
    float *best;            /* [len] the best parameters; owned */
    struct score scored;    /* of valid, by those of step `scored_at`; owned */
    long scored_at;         /* -1: none was evaluated in this attempt */
    struct deal deal;       /* of the training examples; owned */
    int *cut;               /* owned: of this step */
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

struct batching course_batching(const struct train_config *c,
                                const struct model *m);

bool course_leads(const struct course *c);
const struct examples *course_examples(const struct course *c);

/* Training examples used up, as often as they come. */
long course_seen(const struct course *c);

/* Passes over the training examples, with the fraction of the last. */
double course_epochs(const struct course *c);

/* The leader's word to all: -1, with its error, when `failed` there.
 * Collective over the group. */
int course_agree(const struct course *c, int failed, struct error *e);

/* Seconds of training, earlier runs included. */
double course_seconds(const struct course *c);

/* --- descent.c: a run, and those that it begins from --------------------- */

/* From now on it is this one of them. */
void course_be(struct course *c, const struct training *t);

/* It begins now, from the state that is at hand, which is its own but for what
 * was the best so far. */
void course_inherit(struct course *c, const struct training *heir);

/* The run itself is of generation 1, whose state it begins from of 2, and so
 * on; 0: it does not begin from this trial. */
int descent_generation(const struct training *t, struct digest trial);

/* The run of a generation; of 0 the first that was trained. */
const struct training *descent_at(const struct training *t, int generation);

/* Which of them begins from `from`, another of them. */
const struct training *descent_heir(const struct training *t,
                                    const struct training *from);

/* --- memory.c; collective over the group ---------------------------------- */

/* Does it fit the budget of every member?  GO_ON: it does. */
enum turn course_fits(const struct training *t, struct error *e);

/* --- choose.c; collective over the group --------------------------------- */

/* Before the first step: parameters whose first values the first batch chooses
 * (attention/survey.h) get them.  FAILED where none will do. */
enum turn course_choose(struct course *c, struct error *e);

/* --- inspect.c ----------------------------------------------------------- */

/* What the attentions make of the first chunk of valid, or of train where there
 * is none, with some parameters: on one thread, of the leader. */
void course_inspect(struct course *c, const float *params, struct probe *out);

/* --- judge.c; both collective over the group ---------------------------- */

/* Evaluate, note it in the history, and see whether it is the best so far. */
enum turn course_evaluate(struct course *c, struct error *e);

/* Score the best parameters on valid and test, for the table.  FAILED: no
 * evaluation gave the goal a value. */
enum turn course_score(struct course *c, struct result *r, struct error *e);

/* --- checkpoint.c; all collective over the group ----------------------- */

/* Go on from the last state file, if there is one. */
int checkpoint_load(struct course *c, struct error *e);

/* Write the last state: everything, the best parameters first where they are
 * held. */
int checkpoint_last(struct course *c, struct error *e);

/* The best parameters are those of this step: write both states, or hold them
 * back until the next checkpoint when none is kept at the end. */
int checkpoint_best(struct course *c, struct error *e);

/* Write some parameters as those of this step. */
int checkpoint_step(struct course *c, const float *params, struct error *e);

#endif
