/*
 * model.h - models, and the recipe for adding one.
 *
 * To add a model: one file model/NAME.c that ends in a `const struct
 * model_kind model_NAME`, and a line in model_kinds of src/local.mk.
 *
 * A model declares which shapes it reads and which heads it answers with;
 * model_new() refuses a task that does not fit, naming both.  It never sees a
 * task, only the spec: sizes, vectors, shape and head.
 *
 * Threads: a model is read-only after model_new(); any number of tapes may
 * run it at once.
 */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include <stdint.h>

#include "attention/attention.h"
#include "base/error.h"
#include "config/field.h"
#include "data/batch.h"
#include "layer/params.h"

/* What a model has to read and answer; made by a task. */
struct model_spec {
    enum shape shape;
    enum head head;
    const char *task;     /* its name, for errors; borrowed */
    int vocabulary;       /* token numbers below this */
    int classes;          /* HEAD_CLASS */
    int longest_target;   /* HEAD_DECODE: most tokens of a target, with END */
    const float *vectors; /* [vocabulary x vector_width] fixed word vectors, or
                             NULL; borrowed for the model's life */
    int vector_width;
};

/* What a model says of one grain; arrays on the tape's arena. */
struct answers {
    float *score; /* [n x width]: class probabilities, P(relevant) with
                     width 1, or a decoded sequence's log-probability */
    int width;
    struct segments seg; /* HEAD_DECODE: the sequences, without END */
    const int32_t *token;
};

/* How large a grain is, for the estimate of its memory. */
struct grain_size {
    int n;                /* examples */
    long rows[MAX_PARTS]; /* tokens of each part, framing included */
    double pairs[MAX_PARTS][MAX_PARTS]; /* sum over examples of len x len */
};

struct model;

struct model_kind {
    struct kind is;
    unsigned shapes, heads; /* sets: 1u << SHAPE_PAIR | ... */
    struct framing framing;
    /* Declare parameters; keep numbers in a struct of the model's own. */
    int (*build)(struct model *m, struct error *e);
    void (*release)(struct model *m); /* frees m->own; NULL: free() */
    /* The grain's share of the batch's mean loss, [1 x 1]: a sum over its
     * examples times grain->weight. */
    struct node *(*loss)(struct tape *t, const struct model *m,
                         const struct grain *g, float label_smoothing);
    void (*answer)(struct tape *t, const struct model *m, const struct grain *g,
                   struct answers *out);
    /* About how many bytes the arena needs for loss() and backward; a test
     * holds it within a factor of two of what is used. */
    size_t (*grain_bytes)(const struct model *m, const struct grain_size *s);
};

struct model {
    const struct model_kind *kind;
    const void *conf;       /* borrowed */
    struct model_spec spec; /* a copy */
    struct params params;
    void *own; /* the kind's layers */
};

extern const struct kinds model_kinds;

/* NULL with an error when the kind cannot read the task's shape. */
struct model *model_new(const struct chosen *kind,
                        const struct model_spec *spec, struct error *e);
void model_free(struct model *m);

#endif
