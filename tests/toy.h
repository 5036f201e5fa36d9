/*
 * toy.h - a task and a model small enough to train in a blink, for tests of
 * training: sequences of numbers, classed by which third of the vocabulary
 * most of them are from.  Some that are trained on have a second label, and
 * each visit takes one of the two.
 */
#ifndef TOY_H
#define TOY_H

#include "engine/train/train.h"

struct toy {
    struct task task;
    struct model model;
};

void toy_init(struct toy *t);
void toy_release(struct toy *t);

/* Settings under which it trains: 3 epochs, 16 grains, dropout, clipping. */
struct train_config toy_config(void);

/* A run of it by this rank alone; everything else is for the caller to set. */
struct training toy_training(const struct toy *t, const struct train_config *c,
                             struct group *group, int threads);

/* All of it. */
enum train_end toy_train(const struct toy *t, const struct train_config *c,
                         int threads, struct result *r, struct error *e);

/* Did two runs end in the same bits: parameters, history and answers? */
bool toy_same(const struct result *a, const struct result *b);

#endif
