/*
 * answerer.h - a trained model answers examples, as evaluations have it.
 *
 * Nothing is trained, so memory is that of a thread's way through the model.
 * An answer is the one that an evaluation gives; with the products of OpenBLAS
 * it may differ in its last bits, since other examples are in its chunk.
 *
 * Threads: one answerer belongs to one thread, which leads its own.
 */
#ifndef ENGINE_TRAIN_ANSWERER_H
#define ENGINE_TRAIN_ANSWERER_H

#include "engine/attention/look.h"
#include "engine/train/train.h"

struct answerer;

/* `params` [m->params.len] and all else is borrowed. */
struct answerer *answerer_new(const struct model *m,
                              const struct train_config *c, const float *params,
                              int threads);
void answerer_free(struct answerer *a); /* NULL is fine */

/* All the examples, in their order; to be released. */
int answerer_answer(struct answerer *a, const struct examples *x,
                    struct answer_sheet *out, struct error *e);

/* What is to be done n times, each by itself, in any order: work(of, i). */
void answerer_each(const struct answerer *a, int n, void (*work)(void *of, int),
                   void *of);

/* Show someone what the model makes of example i, stored or made, alone: as it
 * answers it; of a generated sequence, as the right one is read. */
void answerer_look(struct answerer *a, const struct examples *x, int i,
                   struct look *look);

#endif
