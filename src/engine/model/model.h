/*
 * model.h - models, and the recipe for adding one.
 *
 * To add a model that gives scores of an example:
 *   1. copy model/kinds/bow.c to model/kinds/NAME.c and rename in it;
 *   2. describe its hyperparameters in the table of fields, its parameters in
 *      build();
 *   3. write scores(), composed of layers and tape ops;
 *   4. add `src/engine/model/kinds/NAME.c` to model_kinds in src/local.mk;
 *   5. for tests, pin its digits by a case in
 *      tests/unit/engine/train/golden/model/NAME.def
 *      (engine/train/test_golden.c), and write what it computes a second time,
 *      in tests/peers/models/NAME.py, with trials that are exported for it in
 *      NAME.sh beside (`make check-full` compares the two:
 *      tests/cli/test_export_models.sh).
 * That is all: losses and answers are the heads', memory is found on a dry
 * tape, tests/unit/engine/model/test_models.c takes it on every shape it reads,
 * with every head, and with its fields varied, and `codarun bench train -m
 * NAME` times it. One that reads a document and a query gives token_scores(),
 * or end_scores(): model/kinds/bidaf.c.  One that generates sequences has
 * loss() and answer() instead: model/kinds/transformer.c.
 *
 * A model declares which shapes it reads and gives scores, or sequences;
 * model_new() refuses a task that does not fit, naming both.  It never sees a
 * task, only the spec: shape, vocabularies and head.
 *
 * Threads: a model is read-only after model_new(); any number of tapes may
 * run it at once.
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
    const char *name; /* NULL behind the last */
    int is;
};

struct model_kind {
    struct kind is;
    unsigned shapes; /* a set: 1u << SHAPE_PAIR | ... */
    int since; /* parameters trained under numerics below this number meant
                  something else to it; 0: none did */
    struct framing framing;
    /* What its attentions are called but for numbers, "encoder.self" of
     * "encoder.0.self", for who has no model yet; NULL behind the last.  NULL:
     * it has none.  What a head points with is not among them. */
    const char *const *sites;
    /* Declare parameters; keep numbers in a struct of the model's own. */
    int (*build)(struct model *m, struct error *e);
    void (*release)(struct model *m); /* frees m->own; NULL: free() */
    /* For heads that read scores: [n x head->width], a row an example.  NULL:
     * the model answers no such head. */
    struct node *(*scores)(struct tape *t, const struct model *m,
                           const struct grain *g);
    /* For heads that read tokens: [rows of part 0 x head->width]; and for those
     * that read ends: [rows of part 0 x 2].  NULL: the model answers no such
     * head. */
    struct node *(*token_scores)(struct tape *t, const struct model *m,
                                 const struct grain *g);
    struct node *(*end_scores)(struct tape *t, const struct model *m,
                               const struct grain *g);
    /* For heads that read a sequence, both; NULL: the model answers none.  A
     * loss beside scores is trained on instead of the head's of them, which it
     * may be a part of. */
    struct node *(*loss)(struct tape *t, const struct model *m,
                         const struct grain *g, float label_smoothing);
    void (*answer)(struct tape *t, const struct model *m, const struct grain *g,
                   struct answers *out);
    /* What an example costs (struct cutting; `m` is the model): pairs of
     * tokens, steps.  NULL: as many as it has tokens.  Changing it changes
     * where batches are cut, hence bits. */
    uint64_t (*cost)(const void *m, const struct examples *x, int i);
    /* Sizes that its fields leave to a preset, as they are: names and numbers,
     * for who computes the same elsewhere.  NULL: there are none. */
    void (*sizes)(const struct model *m, struct model_size out[MODEL_SIZES]);
    /* What its fields cannot be together with what the task gives; the error
     * begins with a field's name, "model.cross_attention: ".  NULL: all go. */
    int (*check_shape)(const void *conf, enum shape shape, struct error *e);
    /* The width that schedule warmup goes by, of its fields; 0: they do not say
     * it.  NULL: any goes. */
    long (*width)(const void *conf);
};

struct model {
    const struct model_kind *kind;
    const void *conf;        /* borrowed */
    struct model_spec spec;  /* a copy */
    struct head_places head; /* where the columns are that its head reads */
    struct params params;
    void *own; /* the kind's layers */
};

extern const struct kinds model_kinds;

/* Does the kind give what the head reads? */
static inline bool model_answers(const struct model_kind *k,
                                 const struct head_kind *h)
{
    return h->reads == READS_SCORES   ? k->scores != NULL
           : h->reads == READS_TOKENS ? k->token_scores != NULL
           : h->reads == READS_ENDS   ? k->end_scores != NULL
                                      : k->answer != NULL;
}

/* The shapes a kind reads, and the heads it answers: "pair or sequence". */
void model_reads(const struct model_kind *k, struct str *out);
void model_gives(const struct model_kind *k, struct str *out);

/* Columns of the scores that the head reads. */
static inline int model_width(const struct model *m)
{
    return m->spec.head.kind->width(m->spec.head.settings);
}

/* NULL with an error when the kind cannot read the task's shape, does not give
 * what its head reads, refuses its own fields, or names two parameters alike.
 */
struct model *model_new(const struct chosen *kind,
                        const struct model_spec *spec, struct error *e);
void model_free(struct model *m);

/* The grain's share of the batch's mean loss, [1 x 1]: a sum over its examples,
 * or their target tokens, times grain->weight. */
struct node *model_loss(struct tape *t, const struct model *m,
                        const struct grain *g, float label_smoothing);

/* The head's loss of scores that it reads, for kinds that have a loss(). */
struct node *model_head_loss(struct tape *t, const struct model *m,
                             const struct grain *g, struct node *scores,
                             float label_smoothing);

/* What the model makes of a grain, for a look inside on the way
 * (tape->observer): its scores, or where it generates sequences the loss. */
struct node *model_outcome(struct tape *t, const struct model *m,
                           const struct grain *g);

/* The columns of the head's answers to a grain, on the tape's arena. */
void model_answer(struct tape *t, const struct model *m, const struct grain *g,
                  struct answers *out);

/*
 * Bytes of arena that a grain of examples order[r.first .. r.end) takes on its
 * way: there and back, to its answers, or with a look inside.  Found on a dry
 * tape, so next to none are touched.
 */
enum model_mode { MODEL_TRAIN, MODEL_ANSWER, MODEL_INSPECT };
double model_bytes(const struct model *m, const struct examples *x,
                   const int *order, struct run r, enum model_mode mode);

#endif
