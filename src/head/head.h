/*
 * head.h - heads, the kinds of answer, and the recipe for adding one.
 *
 * A task wants answers of a kind; a model gives what the kind reads, and the
 * head makes of it a loss and the columns of answers that are scored and
 * stored.  So any model that gives scores answers with any head that reads
 * them.
 *
 * To add one that reads scores, of examples or of tokens:
 *   1. copy head/rank.c to head/NAME.c and rename in it;
 *   2. name the columns that examples must have, describe those of the answers
 *      (the first holds probabilities), and write loss() and answer(): they
 *      take from the arena what they will need, and compute nothing when the
 *      tape is dry;
 *   3. say how answers of several models become one (head/ensemble.h): where
 *      the one column is probabilities, ensemble_average() does;
 *   4. add `src/head/NAME.c` to head_kinds in src/local.mk, and columns that no
 *      other head needs to the examples of tests/unit/model_fixture.h.
 * That is all: tests/unit/test_models.c takes it with every model that gives
 * scores, tests/unit/test_ensemble.c combines its answers.  A task names it as
 * `head` and has its columns.
 *
 * Threads: pure functions.
 */
#ifndef HEAD_HEAD_H
#define HEAD_HEAD_H

#include "base/error.h"
#include "config/field.h"
#include "data/batch.h"
#include "data/features.h"
#include "data/words.h"
#include "tape/tape.h"

struct ensemble;
struct head_kind;

/*
 * How sequences are looked for (model/beam.h), of a task that has some
 * generated: fields of its own, with members of these names.  All 0: greedily.
 */
struct decoding {
    long beam;             /* hypotheses of a source */
    long n_best;           /* of them, those that are kept; at most `beam` */
    double length_penalty; /* for longer ones, which are less likely */
    long beyond;           /* a source of n tokens has at most n + beyond; 0:
                              longest_target */
};

/* What a model has to read and answer; made by a task. */
struct model_spec {
    enum shape shape;
    const struct head_kind *head;
    const char *task;                     /* its name, for errors; borrowed */
    const struct words *words[MAX_PARTS]; /* each part's vocabulary, one for all
                                             or one each; borrowed for the
                                             model's life */
    int classes;                          /* where the head wants some */
    int longest_target; /* SOURCE_TARGET: most tokens of a target to train on,
                           with END: the limit of what is generated, unless
                           decoding says another */
    struct decoding decoding;
    int longest_span; /* DOCUMENT_QUERY: most tokens of an answer; 0: any */
    bool may_be_none; /* DOCUMENT_QUERY: the first token of both parts is an
                         added one, whose span (0, 0) is that there is no
                         answer */
    bool ends;        /* DOCUMENT_QUERY: of an answer in the document, each
                         token's probabilities to be its ends are kept */
    int features;
    struct feature feature[MAX_FEATURES];
};

/* What is said of one grain, on the tape's arena: the head's columns. */
struct answers {
    struct packed_column column[MAX_COLUMNS];
};

/* What a head is given. */
enum head_reads {
    READS_SCORES,   /* a row of scores an example */
    READS_TOKENS,   /* a row of scores a token of the document, part 0 */
    READS_SEQUENCE, /* a generated sequence: model_kind has loss and answer */
};

struct head_kind {
    struct kind is;
    enum head_reads reads;
    bool smooths; /* its loss knows label smoothing; else that is refused */
    /* Columns that examples must have; NULL: none. */
    const struct column_kind *needs;
    /* Fill in the columns of answers; returns how many. */
    int (*columns)(const struct model_spec *s,
                   struct column_kind out[MAX_COLUMNS]);
    /* But READS_SEQUENCE: columns of the scores. */
    int (*width)(const struct model_spec *s);
    /* But READS_SEQUENCE: the grain's share of the batch's mean loss, [1 x 1],
     * from scores [n x width], n examples or tokens: a sum over its examples
     * times grain->weight. */
    struct node *(*loss)(struct tape *t, const struct grain *g,
                         struct node *scores, float label_smoothing);
    /* But READS_SEQUENCE: the values of the columns. */
    void (*answer)(struct tape *t, const struct model_spec *s,
                   const struct grain *g, const struct node *scores,
                   struct answers *out);
    /* One answer of those of several members, by their probabilities and by
     * what they read as (head/ensemble.h): add out->n entries to each of its
     * columns, which are there.  One of the two may be NULL. */
    int (*by_probability)(const struct ensemble *m, struct answer_sheet *out,
                          struct error *e);
    int (*by_text)(const struct ensemble *m, struct answer_sheet *out,
                   struct error *e);
};

/* The columns of head_decode: the best sequence's log-probability, END's with
 * it, or NaN where none was found, since the scores were no numbers; its tokens
 * without END; and where the spec wants several, the same of all that were
 * found, the best first, TOKEN_BETWEEN behind each. */
enum { DECODED_SCORE, DECODED_TOKEN, DECODED_SCORES, DECODED_TOKENS };

/* The columns of head_span: first and last token of the best answer, (0, 0) for
 * none where the spec has may_be_none; its probability; that of none; and where
 * the spec has ends, each token's to be first, and to be last. */
enum { SPAN_TOKENS, SPAN_SCORE, SPAN_NONE, SPAN_FIRST, SPAN_LAST };

/* A column that head_span's examples may have: what each token of the document
 * is to sentences (data/sentences.h).  An answer is within one then. */
extern const struct column_kind sentence_marks;

extern const struct kinds head_kinds;

#define KIND(name) extern const struct head_kind head_##name;
#include "head/kinds.def"
#undef KIND

#endif
