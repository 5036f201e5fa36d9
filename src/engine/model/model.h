/*
 * model.h - models, and the recipe for adding one.
 *
 * To add a model that gives scores of an example:
 *   1. copy model/kinds/bow.c to model/kinds/NAME.c and rename in it;
 *   2. describe its hyperparameters in the table of fields, its parameters in
 *      build();
 *   3. write scores(), composed of layers and tape ops;
 *   4. add `src/engine/model/kinds/NAME.c` to model_kinds in src/local.mk;
 *   5. for tests, fix its bits by a case in
 *      tests/unit/engine/train/golden/model/NAME.def
 *      (engine/train/test_golden.c), and write its computation a second time,
 *      in tests/peers/models/NAME.py, with trials to export for it in NAME.sh
 *      beside it (`make check-full` compares the two:
 *      tests/cli/test_export_models.sh).
 * That is all: heads provide losses and answers, memory is measured on a dry
 * tape, tests/unit/engine/model/test_models.c runs it on every shape that it
 * reads, with every head and with its fields varied, and `codarun bench train
 * -m NAME` times it.  A model that reads a document and a query provides
 * token_scores() or end_scores(): see model/kinds/bidaf.c.  A model that
 * generates sequences provides loss() and answer() instead: see
 * model/kinds/transformer.c.
 *
 * A model declares which shapes it reads and whether it gives scores or
 * sequences. model_new() refuses a task that does not fit, with an error that
 * names both.  A model never sees a task, only the spec: shape, vocabularies
 * and head.
 *
 * Threads: a model is read-only after model_new(); any number of tapes may run
 * it at once.
 */
#ifndef ENGINE_MODEL_MODEL_H
#define ENGINE_MODEL_MODEL_H

#include <stdint.h>

#include "base/core/error.h"
#include "config/field/field.h"
#include "engine/attention/attention.h"
#include "engine/head/head.h"
#include "engine/layer/params.h"

struct model;

#define MODEL_SIZES 6
struct model_size {
    const char *name; /* NULL after the last */
    int is;
};

struct model_kind {
    struct kind is;
    unsigned shapes; /* a set: 1u << SHAPE_PAIR | ... */
    int since; /* parameters that were trained with `numerics` below this number
                  had another meaning; 0: there are none */
    struct framing framing;
    /* Names of its attentions without numbers, "encoder.self" for
     * "encoder.0.self", for callers that have no model yet; NULL-terminated.
     * NULL if it has no attention.  What a head points with is not among them.
     */
    const char *const *sites;
    /* Declare parameters, and store their numbers in a struct of the model's
     * own. */
    int (*build)(struct model *m, struct error *e);
    void (*release)(struct model *m); /* frees m->own; NULL: free() */
    /* For heads that read scores: [n x head->width], a row for each example.
     * NULL: the model does not support such heads. */
    struct node *(*scores)(struct tape *t, const struct model *m,
                           const struct grain *g);
    /* For heads that read tokens: [rows of part 0 x head->width]; for heads
     * that read ends: [rows of part 0 x 2].  NULL: the model does not support
     * such heads. */
    struct node *(*token_scores)(struct tape *t, const struct model *m,
                                 const struct grain *g);
    struct node *(*end_scores)(struct tape *t, const struct model *m,
                               const struct grain *g);
    /* Both for heads that read a sequence; NULL: the model does not support
     * them.  If a model has scores and a loss, training uses this loss instead
     * of the head's, which may be a part of it. */
    struct node *(*loss)(struct tape *t, const struct model *m,
                         const struct grain *g, float label_smoothing);
    void (*answer)(struct tape *t, const struct model *m, const struct grain *g,
                   struct answers *out);
    /* The cost of an example (struct cutting; `m` is the model), in pairs of
     * tokens, or in steps.  NULL: its number of tokens.  A change moves the
     * cuts between batches, and so changes bits. */
    uint64_t (*cost)(const void *m, const struct examples *x, int i);
    /* The sizes in use where fields leave them to a preset: names and numbers,
     * for programs that repeat the computation.  NULL if there are none. */
    void (*sizes)(const struct model *m, struct model_size out[MODEL_SIZES]);
    /* Refuse field values that do not fit the task's shape; the error begins
     * with a field's name, "model.cross_attention: ".  NULL: all fit. */
    int (*check_shape)(const void *conf, enum shape shape, struct error *e);
    /* The width that schedule warmup uses, from its fields; 0: fields do not
     * determine it.  NULL: any field values are accepted. */
    long (*width)(const void *conf);
};

struct model {
    const struct model_kind *kind;
    const void *conf;        /* borrowed */
    struct model_spec spec;  /* a copy */
    struct head_places head; /* where its head's columns are */
    struct params params;
    void *own; /* the kind's layers */
};

extern const struct kinds model_kinds;

/* True if the kind provides what the head reads. */
static inline bool model_answers(const struct model_kind *k,
                                 const struct head_kind *h)
{
    return h->reads == READS_SCORES   ? k->scores != NULL
           : h->reads == READS_TOKENS ? k->token_scores != NULL
           : h->reads == READS_ENDS   ? k->end_scores != NULL
                                      : k->answer != NULL;
}

/* The shapes a kind reads, and the heads it supports: "pair or sequence". */
void model_reads(const struct model_kind *k, struct str *out);
void model_gives(const struct model_kind *k, struct str *out);

/* Columns of the scores that the head reads. */
static inline int model_width(const struct model *m)
{
    return m->spec.head.kind->width(m->spec.head.settings);
}

/* NULL with an error if the kind cannot read the task's shape, does not provide
 * what its head reads, refuses its own fields, or gives two parameters one
 * name. */
struct model *model_new(const struct chosen *kind,
                        const struct model_spec *spec, struct error *e);
void model_free(struct model *m);

/* The grain's share of the batch's mean loss, [1 x 1]: a sum over its examples,
 * or their target tokens, times grain->weight. */
struct node *model_loss(struct tape *t, const struct model *m,
                        const struct grain *g, float label_smoothing);

/* The head's loss for the scores that it reads, for kinds that have a loss().
 */
struct node *model_head_loss(struct tape *t, const struct model *m,
                             const struct grain *g, struct node *scores,
                             float label_smoothing);

/* Run the model on a grain for tape->observer: returns its scores, or its loss
 * if it generates sequences. */
struct node *model_outcome(struct tape *t, const struct model *m,
                           const struct grain *g);

/* The columns of the head's answers to a grain, on the tape's arena. */
void model_answer(struct tape *t, const struct model *m, const struct grain *g,
                  struct answers *out);

/*
 * Bytes of arena that a grain of examples order[r.first .. r.end) needs: for
 * forward and backward pass, for its answers, or with an observer.  Measured on
 * a dry tape, so hardly any memory is touched.
 */
enum model_mode { MODEL_TRAIN, MODEL_ANSWER, MODEL_INSPECT };
double model_bytes(const struct model *m, const struct examples *x,
                   const int *order, struct run r, enum model_mode mode);

#endif
