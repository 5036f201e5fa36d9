/*
 * evaluate.h - a model's answers to a whole split.
 *
 * The split is cut into chunks of about the same number of tokens, given to
 * ranks as contiguous runs and to threads as these become free; an answer
 * depends only on its chunk and the parameters.
 */
#ifndef ENGINE_TRAIN_EVALUATE_H
#define ENGINE_TRAIN_EVALUATE_H

#include "engine/attention/observer.h"
#include "engine/train/engine.h"

/* A split in index order, cut into chunks; a wider beam means fewer examples a
 * chunk. */
struct chunks {
    int n;
    int *order; /* owned: 0, 1, 2, ... */
    int *cut;   /* owned [n + 1] first examples */
};
void chunks_init(struct chunks *c, const struct examples *x, long beam);
void chunks_release(struct chunks *c);

/* Begin a thread's tape with an empty arena, for answers with some
 * parameters. */
struct tape evaluate_tape(struct engine_thread *w, const float *params);

/* Show an observer what the model computes for the examples order[r.first ..
 * r.end) of a split, together. */
void evaluate_observe(struct engine *g, const float *params,
                      const struct examples *x, const int *order, struct run r,
                      struct observer *observer);

/* Called on the leading thread; true ends an evaluation early. */
struct interrupt {
    bool (*stop)(void *context); /* may be NULL */
    void *context;
};

enum evaluation { EVALUATED, EVALUATION_STOPPED, EVALUATION_BROKEN };

/*
 * Answer every example of a split with some parameters; the leader gets all
 * answers in index order, and frees them with answer_sheet_release().
 * Collective over the group; all members return the same.
 */
enum evaluation evaluate(struct engine *g, const float *params,
                         const struct examples *x, const struct interrupt *i,
                         struct answer_sheet *out, struct error *e);

#endif
