/*
 * head.h - heads, the kinds of answer, and the recipe for adding one.
 *
 * A task wants answers of a kind; a model gives what the kind reads, and the
 * head makes of it a loss and the columns of answers that are scored and
 * stored.  So any model that gives scores answers with any head that reads
 * them.
 *
 * To add one that reads scores, of examples or of tokens:
 *   1. copy head/kinds/rank.c to head/kinds/NAME.c and rename in it;
 *   2. name the columns that it reads of examples, as constants in
 *      head/kinds/NAME.h where tasks fill them in, describe those of the
 *      answers (the first holds probabilities), and write loss() and answer():
 *      they take from the arena what they will need, and compute nothing when
 *      the tape is dry.  make() makes values of the columns up, for tests and
 *      benchmarks.  If it has settings, their struct stands in
 *      head/kinds/NAME.h, whose size and a sample are members of the kind:
 *      nobody but its tasks looks into it;
 *   3. say how answers of several models become one (head/ensemble.h): where
 *      the one column is probabilities, ensemble_average() does;
 *   4. add `src/engine/head/kinds/NAME.c`, and its header, to src/local.mk,
 *      behind the other head_kinds: bench train takes the first that a model
 *      answers.
 * That is all: tests/unit/engine/model/test_models.c takes it with every model
 * that gives what it reads, tests/unit/engine/head/test_ensemble.c combines its
 * answers, and `codarun predict` prints its columns.  A task names it as its
 * `head`, fills in its settings where it loads, and has its columns.
 *
 * Threads: pure functions.
 */
#ifndef ENGINE_HEAD_HEAD_H
#define ENGINE_HEAD_HEAD_H

#include "base/core/error.h"
#include "config/field/field.h"
#include "engine/data/batch.h"
#include "engine/data/features.h"
#include "engine/data/words.h"
#include "engine/tape/tape.h"

struct class_names;
struct ensemble;
struct head_kind;

/* A task's head: the kind, and settings that the kind alone looks into; the
 * task has them, and the model carries them to it. */
struct head {
    const struct head_kind *kind;
    const void *settings; /* borrowed; NULL: the kind has none */
};

#define HEAD_COLUMNS 5

/* What a model has to read and answer; made by a task. */
struct model_spec {
    enum shape shape;
    struct head head;
    const char *task;                     /* its name, for errors; borrowed */
    const struct words *words[MAX_PARTS]; /* each part's vocabulary, one for all
                                             or one each; borrowed for the
                                             model's life */
    int features;
    struct feature feature[MAX_FEATURES];
    int columns; /* of the examples, beside the parts */
    struct column_kind column[MAX_COLUMNS];
};

/* Have the columns of examples. */
void spec_take_columns(struct model_spec *s, const struct examples *x);

/* The place of a column in grains of such examples; -1: there is none. */
int spec_place(const struct model_spec *s, const struct column_kind *is);

/* Where the columns are that a head reads: what it needs, then what it may
 * have. */
struct head_places {
    int at[HEAD_COLUMNS]; /* -1: examples have it not */
};

/* A grain as a head reads it: with those columns. */
struct head_grain {
    const struct grain *all;
    const struct packed_column *column[HEAD_COLUMNS]; /* NULL: not there */
};

/* What is said of one grain, on the tape's arena: the head's columns. */
struct answers {
    struct packed_column column[MAX_COLUMNS];
};

/* What scores point at in the document of a grain's one example, on the tape's
 * arena: for a look inside (attention/observer.h). */
struct token_shares {
    const struct packed *document, *query;
    int place;             /* in the query: of the token that is asked for */
    const float *score;    /* [the document's tokens] */
    const float *share;    /* their softmax */
    const char *candidate; /* is a token a candidate's: CANDIDATE_... */
};
enum { CANDIDATE_NONE, CANDIDATE_ANY, CANDIDATE_RIGHT };

/* What a head is given. */
enum head_reads {
    READS_SCORES,   /* a row of scores an example */
    READS_TOKENS,   /* a row of scores a token of the document, part 0 */
    READS_ENDS,     /* the same, of two: to be first, and to be last */
    READS_SEQUENCE, /* a generated sequence: model_kind has loss and answer */
};

struct head_kind {
    struct kind is;
    enum head_reads reads;
    bool smooths; /* its loss knows label smoothing; else that is refused */
    /* Bytes of its settings, of which all 0 are some, too; 0: it has none. */
    size_t settings;
    /* Those that tests and benchmarks take; with `settings`. */
    const void *sample;
    /* All of them in an image (files/image.h), and what they own freed; NULL:
     * they own nothing, and go there by their bytes. */
    void (*image)(void *settings, struct image *m);
    void (*release)(void *settings);
    /* What in settings follows of the examples to train on; NULL: nothing. */
    void (*fit)(void *settings, const struct examples *train);
    /* The classes that the labels of examples are of; NULL: there are none. */
    const struct class_names *(*classes)(const void *settings);
    /* How many sequences of an example are followed at once; NULL: one. */
    long (*paths)(const void *settings);
    /* Columns that examples must have, and that they may have, NULL behind the
     * last, HEAD_COLUMNS at most in all; NULL: none. */
    const struct column_kind *const *needs, *const *may_have;
    /* With `needs`: their values for example i of those that tests and
     * benchmarks make up, on the arena.  They follow of the tokens of its
     * parts, so that they can be learned. */
    void (*make)(const void *settings, int i,
                 const struct values part[MAX_PARTS], struct arena *a,
                 struct values out[HEAD_COLUMNS]);
    /* Fill in the columns of answers; returns how many. */
    int (*columns)(const void *settings, struct column_kind out[MAX_COLUMNS]);
    /* The column of examples that has a value for each of the first column of
     * answers; NULL: there is none. */
    const struct column_kind *each;
    /* But READS_SEQUENCE: columns of the scores. */
    int (*width)(const void *settings);
    /* But READS_SEQUENCE: the grain's share of the batch's mean loss, [1 x 1],
     * from scores [n x width], n examples or tokens: a sum over its examples
     * times grain->weight. */
    struct node *(*loss)(struct tape *t, const void *settings,
                         const struct head_grain *g, struct node *scores,
                         float label_smoothing);
    /* But READS_SEQUENCE: the values of the columns. */
    void (*answer)(struct tape *t, const void *settings,
                   const struct head_grain *g, const struct node *scores,
                   struct answers *out);
    /* What scores point at; NULL: a look inside has no use for them. */
    struct token_shares (*point)(struct tape *t, const struct head_grain *g,
                                 const struct node *scores);
    /* Change settings to those of answers that are combined (head/ensemble.h),
     * and of what they combine to; NULL: they are the same. */
    void (*combined)(void *settings, bool by_probability);
    /* One answer of those of several members, by their probabilities and by
     * what they read as: add out->n entries to each of its columns, which are
     * there.  One of the two may be NULL. */
    int (*by_probability)(const struct ensemble *m, struct answer_sheet *out,
                          struct error *e);
    int (*by_text)(const struct ensemble *m, struct answer_sheet *out,
                   struct error *e);
};

extern const struct kinds head_kinds;

/* The classes of a head; NULL: it has none. */
static inline const struct class_names *head_classes(struct head h)
{
    return h.kind->classes ? h.kind->classes(h.settings) : NULL;
}

/* Where the columns are among those of a spec; the columns of a grain. */
struct head_places head_find(const struct head_kind *k,
                             const struct model_spec *s);
struct head_grain head_pick(const struct head_places *p, const struct grain *g);

static inline long head_paths(struct head h)
{
    return h.kind->paths ? h.kind->paths(h.settings) : 1;
}

#define KIND(name) extern const struct head_kind head_##name;
#include "engine/head/kinds.def"
#undef KIND

#endif
