/*
 * stepper.h - training steps, one behind the other: a batch is loaded, cut into
 * grains and taken there and back, gradients are summed up, and the parameters
 * move.
 *
 * train_run() takes its steps so, with evaluations and files around them, and
 * so do benchmarks and tests, without.
 *
 * Threads: as engine.h.
 */
#ifndef ENGINE_TRAIN_STEPPER_H
#define ENGINE_TRAIN_STEPPER_H

#include "engine/train/engine_step.h"

/* Steps and passes that are done, and training examples of this pass that are
 * used up: as in struct state. */
struct training_position {
    long step, epoch, position;
};

struct stepper {
    struct engine engine;
    struct training_position at;
    struct loader loader; /* of the training examples; owned */
    int *cut;             /* owned: of the last batch */
    struct group alone;   /* of one that stepper_new() made */
};

/* At the first step; in the order of `first` (loader_copy_order()).  Fails as
 * engine_init() does, and may be released then. */
int stepper_init(struct stepper *s, const struct model *m,
                 const struct train_config *c, const struct loader *first,
                 struct group *group, int threads, struct error *e);
void stepper_release(struct stepper *s);

/* The batch of the next step, but for its rate; borrowed until the next
 * call.  Behind the last of an epoch the place is the first of the next. */
struct batch stepper_batch(struct stepper *s);

/* Take the next step, at the rate after so many evaluations that were `worse`
 * (schedule.h); all else as engine_step() does.  What is not STEP_DONE is
 * the same step again.  Collective over the group. */
enum step_end stepper_advance(struct stepper *s, long worse,
                              unsigned (*ask)(void *), void *context,
                              struct step *out, struct error *e);

/*
 * One for benchmarks and tests, on the heap; all is borrowed.  It takes the
 * batches of the first pass, over and over.  It is alone, or a member of a
 * group (NULL: alone), whose lost peer ends the program.
 *
 * engine_check() is asked before: where it refuses, these end the program.
 */
struct stepper *stepper_new(const struct model *m, const struct train_config *c,
                            const struct examples *x, int threads);
struct stepper *stepper_join(const struct model *m,
                             const struct train_config *c,
                             const struct examples *x, struct group *group,
                             int threads);
double stepper_step(struct stepper *s); /* the batch's loss */
/* Answer all the examples; returns how many values the last of the answers'
 * columns has: tokens, of sequences. */
size_t stepper_evaluate(struct stepper *s);
const float *stepper_params(const struct stepper *s);
void stepper_free(struct stepper *s);

#endif
