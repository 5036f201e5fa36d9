/*
 * predictor.h - answers examples with a trained model, as evaluations do.
 *
 * Nothing is trained, so memory is that of one thread's forward pass.  An
 * answer is the one that an evaluation gives; with the products of OpenBLAS it
 * may differ in its last bits, since other examples are in its chunk.
 *
 * Threads: one predictor belongs to one thread, which leads a team of its own.
 */
#ifndef ENGINE_TRAIN_PREDICTOR_H
#define ENGINE_TRAIN_PREDICTOR_H

#include "engine/attention/observer.h"
#include "engine/train/train.h"

struct predictor;

/* `params` [m->params.len] and all other arguments are borrowed. */
struct predictor *predictor_new(const struct model *m,
                                const struct train_config *c,
                                const float *params, int threads);
void predictor_free(struct predictor *a); /* NULL is allowed */

/* Answer all examples, in their order; the caller releases *out. */
int predictor_answer(struct predictor *a, const struct examples *x,
                     struct answer_sheet *out, struct error *e);

/* Call work(of, i) for i from 0 to n - 1, in any order, on the predictor's
 * threads. */
void predictor_each(const struct predictor *a, int n,
                    void (*work)(void *of, int), void *of);

/* Show an observer what the model computes for example i, stored or made,
 * alone: as it answers it; for a generated sequence, as the right one is
 * read. */
void predictor_observe(struct predictor *a, const struct examples *x, int i,
                       struct observer *observer);

#endif
