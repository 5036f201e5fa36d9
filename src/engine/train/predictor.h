/*
 * predictor.h - a trained model answers examples, as evaluations have it.
 *
 * Nothing is trained, so memory is that of a thread's way through the model.
 * An answer is the one that an evaluation gives; with the products of OpenBLAS
 * it may differ in its last bits, since other examples are in its chunk.
 *
 * Threads: one predictor belongs to one thread, which leads its own.
 */
#ifndef ENGINE_TRAIN_PREDICTOR_H
#define ENGINE_TRAIN_PREDICTOR_H

#include "engine/attention/observer.h"
#include "engine/train/train.h"

struct predictor;

/* `params` [m->params.len] and all else is borrowed. */
struct predictor *predictor_new(const struct model *m,
                                const struct train_config *c,
                                const float *params, int threads);
void predictor_free(struct predictor *a); /* NULL is fine */

/* All the examples, in their order; to be released. */
int predictor_answer(struct predictor *a, const struct examples *x,
                     struct answer_sheet *out, struct error *e);

/* What is to be done n times, each by itself, in any order: work(of, i). */
void predictor_each(const struct predictor *a, int n,
                    void (*work)(void *of, int), void *of);

/* Show someone what the model makes of example i, stored or made, alone: as it
 * answers it; of a generated sequence, as the right one is read. */
void predictor_observe(struct predictor *a, const struct examples *x, int i,
                       struct observer *observer);

#endif
