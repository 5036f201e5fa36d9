/*
 * stepper.h - a sequence of training steps: each loads a batch, cuts it into
 * grains, runs them forward and backward, sums the gradients, and updates the
 * parameters.
 *
 * train_run() takes its steps with it, with evaluations and files around them;
 * benchmarks and tests without these.
 *
 * Threads: as engine.h.
 */
#ifndef ENGINE_TRAIN_STEPPER_H
#define ENGINE_TRAIN_STEPPER_H

#include "engine/train/engine_step.h"

/* Steps and passes that are done, and training examples of this pass that are
 * used up, as in struct state. */
struct training_position {
    long step, epoch, position;
};

struct stepper {
    struct engine engine;
    struct training_position at;
    struct loader loader; /* of the training examples; owned */
    int *cut;             /* owned: of the last batch */
    struct group alone;   /* for a stepper that stepper_new() made */
};

/* Initialise a stepper at the first step, with its examples in the order of
 * `first` (loader_copy_order()).  Fails as engine_init() does, and may then be
 * released. */
int stepper_init(struct stepper *s, const struct model *m,
                 const struct train_config *c, const struct loader *first,
                 struct group *group, int threads, struct error *e);
void stepper_release(struct stepper *s);

/* The batch of the next step, without its rate; borrowed until the next call.
 * After the last batch of an epoch the position moves to the start of the next
 * epoch. */
struct batch stepper_batch(struct stepper *s);

/* Take the next step, at the rate after so many evaluations that were `worse`
 * (schedule.h); all else as engine_step().  If the result is not STEP_DONE, the
 * next call takes the same step again.  Collective over the group. */
enum step_end stepper_advance(struct stepper *s, long worse,
                              unsigned (*ask)(void *), void *context,
                              struct step *out, struct error *e);

/*
 * A stepper for benchmarks and tests, on the heap; all arguments are borrowed.
 * It repeats the batches of the first pass.  It is alone, or a member of a
 * group (NULL: alone), where a lost peer ends the program.
 *
 * Call engine_check() first: if it would fail, these functions end the program.
 */
struct stepper *stepper_new(const struct model *m, const struct train_config *c,
                            const struct examples *x, int threads);
struct stepper *stepper_join(const struct model *m,
                             const struct train_config *c,
                             const struct examples *x, struct group *group,
                             int threads);
double stepper_step(struct stepper *s); /* the batch's loss */
/* Answer all examples; returns how many values the last of the answers' columns
 * has: tokens, of sequences. */
size_t stepper_evaluate(struct stepper *s);
const float *stepper_params(const struct stepper *s);
void stepper_free(struct stepper *s);

#endif
