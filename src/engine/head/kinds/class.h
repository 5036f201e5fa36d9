/*
 * class.h - shared parts of heads that choose one of several classes.
 */
#ifndef ENGINE_HEAD_KINDS_CLASS_H
#define ENGINE_HEAD_KINDS_CLASS_H

#include "base/files/image.h"
#include "engine/head/head.h"

/* The settings of such a head. */
struct class_names {
    int n;
    char **name; /* owned [n], each string too; NULL if not needed */
};

/* A column of examples that such heads need: the right class. */
extern const struct column_kind label_column;

/* Their column of answers: a probability for each class, or for the second
 * class alone. */
enum { CLASS_SCORE };

/* Set the n class names, copied; there must be none before. */
void class_names_set(struct class_names *c, const char *const *name, int n);

/* --- what these heads share ----------------------------------------------- */

void class_names_image(void *names, struct image *m);
void class_names_release(void *names);
const struct class_names *class_names_of(const void *settings);

void class_make(const void *names, int i, const struct values part[MAX_PARTS],
                struct arena *a, struct values out[HEAD_COLUMNS]);

/* Cross-entropy of scores [n x classes] against label_column, which must be the
 * first column that the head needs; the mean over the batch. */
struct node *class_loss(struct tape *t, const void *settings,
                        const struct head_grain *g, struct node *scores,
                        float label_smoothing);

/* Softmax of each row of scores [n x classes], on the arena. */
float *class_probabilities(struct tape *t, const struct node *scores);

/* The class with the greatest probability, the first of equal ones. */
int class_likeliest(const float *p, int n);

#endif
