/*
 * class.h - what heads that choose one of some classes have in common.
 */
#ifndef ENGINE_HEAD_KINDS_CLASS_H
#define ENGINE_HEAD_KINDS_CLASS_H

#include "base/files/image.h"
#include "engine/head/head.h"

/* The settings of such a head. */
struct class_names {
    int n;
    char **name; /* owned [n], each too; NULL where nobody asks */
};

/* A column of examples that such heads need: the class that is right. */
extern const struct column_kind label_column;

/* Their column of answers: a probability a class, or of the second alone. */
enum { CLASS_SCORE };

/* The n classes of these names, copied; there were none before. */
void class_names_set(struct class_names *c, const char *const *name, int n);

/* --- what these heads share ----------------------------------------------- */

void class_names_image(void *names, struct image *m);
void class_names_release(void *names);
const struct class_names *class_names_of(const void *settings);

void class_make(const void *names, int i, const struct values part[MAX_PARTS],
                struct arena *a, struct values out[HEAD_COLUMNS]);

/* Cross-entropy of scores [n x classes] against label_column, the first that
 * the head needs, the mean over the batch. */
struct node *class_loss(struct tape *t, const void *settings,
                        const struct head_grain *g, struct node *scores,
                        float label_smoothing);

/* Softmax of each row of scores [n x classes], on the arena. */
float *class_probabilities(struct tape *t, const struct node *scores);

/* Of the probabilities of n classes the first of the greatest. */
int class_likeliest(const float *p, int n);

#endif
