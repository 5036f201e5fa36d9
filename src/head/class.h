/*
 * class.h - what heads that choose one of some classes have in common.
 */
#ifndef HEAD_CLASS_H
#define HEAD_CLASS_H

#include "data/batch.h"
#include "tape/tape.h"

/* Cross-entropy of scores [n x classes] against the column `label`, the mean
 * over the batch. */
struct node *class_loss(struct tape *t, const struct grain *g,
                        struct node *scores, float label_smoothing);

/* Softmax of each row of scores [n x classes], on the arena. */
float *class_probabilities(struct tape *t, const struct node *scores);

/* Of the probabilities of n classes the first of the greatest. */
int class_likeliest(const float *p, int n);

#endif
