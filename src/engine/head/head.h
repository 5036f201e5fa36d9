/*
 * head.h - heads, the kinds of answer, and the recipe for adding one.
 *
 * A task wants answers of a kind; a model provides the scores that the kind
 * reads, and the head computes from them a loss and the columns of answers that
 * are scored and stored.  So any model that gives scores works with any head
 * that reads them.
 *
 * To add one that reads scores, of examples or of tokens:
 *   1. copy head/kinds/rank.c to head/kinds/NAME.c and rename in it;
 *   2. name the columns that it reads of examples, as constants in
 *      head/kinds/NAME.h if tasks fill them in, describe those of the
 *      answers (the first holds probabilities), and write loss() and answer():
 *      they take from the arena what they will need, and compute nothing when
 *      the tape is dry.  make() makes up values of the columns for tests and
 *      benchmarks.  If it has settings, declare their struct in
 *      head/kinds/NAME.h, and give their size and a sample as members of the
 *      kind: only its tasks access its members;
 *   3. say how answers of several models become one (head/ensemble.h): if the
 *      one column is probabilities, ensemble_average() does it;
 *   4. add `src/engine/head/kinds/NAME.c`, and its header, to src/local.mk,
 *      after the other head_kinds: bench train takes the first that a model
 *      answers.
 * That is all: tests/unit/engine/model/test_models.c tests it with every model
 * that gives what it reads, tests/unit/engine/head/test_ensemble.c combines its
 * answers, and `codarun predict` prints its columns.  A task names it as its
 * `head`, fills in its settings when it loads, and has its columns.
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

/* A task's head: the kind, and settings that only the kind reads.  The task
 * owns them; the model passes them to the kind. */
struct head {
    const struct head_kind *kind;
    const void *settings; /* borrowed; NULL if the kind has none */
};

#define HEAD_COLUMNS 5

/* What a model must read and answer; made by a task. */
struct model_spec {
    enum shape shape;
    struct head head;
    const char *task;                     /* its name, for errors; borrowed */
    const struct words *words[MAX_PARTS]; /* each part's vocabulary, shared or
                                             one each; borrowed for the model's
                                             life */
    int features;
    struct feature feature[MAX_FEATURES];
    int columns; /* columns of the examples, besides the parts */
    struct column_kind column[MAX_COLUMNS];
};

/* Take over the columns of examples. */
void spec_take_columns(struct model_spec *s, const struct examples *x);

/* The place of a column in grains of such examples; -1 if there is none. */
int spec_place(const struct model_spec *s, const struct column_kind *is);

/* Places of the columns that a head reads: those it needs, then those it may
 * have. */
struct head_places {
    int at[HEAD_COLUMNS]; /* -1: examples do not have it */
};

/* A grain with the columns that a head reads. */
struct head_grain {
    const struct grain *all;
    const struct packed_column *column[HEAD_COLUMNS]; /* NULL: absent */
};

/* The answers for one grain, on the tape's arena: the head's columns. */
struct answers {
    struct packed_column column[MAX_COLUMNS];
};

/* What scores select in the document of a grain's single example, on the tape's
 * arena, for inspecting a model (attention/observer.h). */
struct token_shares {
    const struct packed *document, *query;
    int place;             /* in the query: index of the token that is asked
                              for */
    const float *score;    /* [the document's tokens] */
    const float *share;    /* their softmax */
    const char *candidate; /* whether a token is a candidate's: CANDIDATE_... */
};
enum { CANDIDATE_NONE, CANDIDATE_ANY, CANDIDATE_RIGHT };

/* The input of a head. */
enum head_reads {
    READS_SCORES,   /* a row of scores per example */
    READS_TOKENS,   /* a row of scores per token of the document, part 0 */
    READS_ENDS,     /* as READS_TOKENS with two columns: first and last */
    READS_SEQUENCE, /* a generated sequence: model_kind has loss and answer */
};

struct head_kind {
    struct kind is;
    enum head_reads reads;
    bool smooths; /* its loss supports label smoothing; else that is refused */
    /* Size of its settings, for which all 0 is valid; 0: it has none. */
    size_t settings;
    /* Settings for tests and benchmarks; required with `settings`. */
    const void *sample;
    /* Write settings to an image or read them from it (files/image.h), and free
     * what they own; NULL: they own nothing, and are copied bytewise. */
    void (*image)(void *settings, struct image *m);
    void (*release)(void *settings);
    /* Derive settings from the examples to train on; NULL: nothing to do. */
    void (*fit)(void *settings, const struct examples *train);
    /* The classes of the examples' labels; NULL: there are none. */
    const struct class_names *(*classes)(const void *settings);
    /* Number of sequences of an example that are followed at once; NULL:
     * one. */
    long (*paths)(const void *settings);
    /* Columns that examples must have, and that they may have, each list ending
     * with NULL, at most HEAD_COLUMNS in all; NULL: none. */
    const struct column_kind *const *needs, *const *may_have;
    /* With `needs`: values of these columns for example i of the examples made
     * up by tests and benchmarks, on the arena.  They are functions of the
     * tokens of its parts, so they can be learned. */
    void (*make)(const void *settings, int i,
                 const struct values part[MAX_PARTS], struct arena *a,
                 struct values out[HEAD_COLUMNS]);
    /* Fill in the columns of answers; return how many. */
    int (*columns)(const void *settings, struct column_kind out[MAX_COLUMNS]);
    /* The column of examples that has one value for each value of the first
     * column of answers; NULL: there is none. */
    const struct column_kind *each;
    /* Except READS_SEQUENCE: number of columns of the scores. */
    int (*width)(const void *settings);
    /* Except READS_SEQUENCE: the grain's share of the batch's mean loss, [1 x
     * 1], from scores [n x width], n examples or tokens: a sum over its
     * examples times grain->weight. */
    struct node *(*loss)(struct tape *t, const void *settings,
                         const struct head_grain *g, struct node *scores,
                         float label_smoothing);
    /* Except READS_SEQUENCE: fill in the values of the columns. */
    void (*answer)(struct tape *t, const void *settings,
                   const struct head_grain *g, const struct node *scores,
                   struct answers *out);
    /* What scores select, for inspecting a model; NULL: not supported. */
    struct token_shares (*point)(struct tape *t, const struct head_grain *g,
                                 const struct node *scores);
    /* Change settings to those of the answers that are combined
     * (head/ensemble.h), and of the result; NULL: they are the same. */
    void (*combined)(void *settings, bool by_probability);
    /* Combine the answers of several members, by their probabilities or by
     * their texts: add out->n entries to each of its columns, which exist.  One
     * of the two may be NULL. */
    int (*by_probability)(const struct ensemble *m, struct answer_sheet *out,
                          struct error *e);
    int (*by_text)(const struct ensemble *m, struct answer_sheet *out,
                   struct error *e);
};

extern const struct kinds head_kinds;

/* The classes of a head; NULL if it has none. */
static inline const struct class_names *head_classes(struct head h)
{
    return h.kind->classes ? h.kind->classes(h.settings) : NULL;
}

/* Find the head's columns among those of a spec; pick them from a grain. */
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
