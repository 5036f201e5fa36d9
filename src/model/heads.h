/*
 * heads.h - answers that are one of some classes, for any model.
 *
 * HEAD_RANK is two classes, irrelevant and relevant, and its score is
 * P(relevant).
 */
#ifndef MODEL_HEADS_H
#define MODEL_HEADS_H

#include "model/model.h"

/* Columns of the scores: 2 for HEAD_RANK. */
int head_classes(const struct model_spec *spec);

/* Cross-entropy of scores [n x classes] against the grain's labels. */
struct node *class_loss(struct tape *t, const struct grain *g,
                        struct node *scores, float label_smoothing);

/* Softmax of scores [n x classes]; score is on the arena. */
void class_answer(struct tape *t, const struct model_spec *spec,
                  const struct node *scores, struct answers *out);

#endif
