/*
 * examples.h - an encoded split of a data set, and the shapes of examples.
 *
 * A task reads its files into example sets of token numbers; everything after
 * that (batches, grains, models) uses only what is declared here.
 *
 * A set that is too large to store is made on demand: it holds only the number
 * of its examples and bounds of their lengths.  To use some of its examples,
 * copy them into a set of your own (examples_copy()), which makes them.  It is
 * an error to ask a made set itself for an example.
 *
 * Threads: read-only once loaded.
 */
#ifndef ENGINE_DATA_EXAMPLES_H
#define ENGINE_DATA_EXAMPLES_H

#include <assert.h>
#include <stdint.h>

#include "engine/data/columns.h"

#define MAX_PARTS 2

/* The kind of input that a model reads.  A task has one; a model declares the
 * set of those that it accepts. */
enum shape {
    SHAPE_SEQUENCE,       /* one sequence */
    SHAPE_PAIR,           /* two sequences of one language */
    SHAPE_SOURCE_TARGET,  /* a source, and a target to be generated */
    SHAPE_DOCUMENT_QUERY, /* a document, and a query whose answer is in it */
    SHAPES,
};

/* The parts of a shape, each with its role. */
struct shape_parts {
    const char *name; /* "source and target" */
    int parts;
    char role[MAX_PARTS][24];
};
extern const struct shape_parts shapes[SHAPES];

/* Token numbers that every vocabulary begins with. */
enum {
    TOKEN_NULL,    /* Parikh's null token; never in a text */
    TOKEN_UNKNOWN, /* a word outside the vocabulary */
    TOKEN_BEGIN,   /* before the first target token */
    TOKEN_END,     /* after the last target token */
    TOKEN_BETWEEN, /* between two sequences read as one */
    TOKEN_FIRST,   /* the first word */
};
extern const char *const token_names[TOKEN_FIRST]; /* "<null>", ... */

/* Words whose numbers carry no meaning except that they differ: in training
 * each is replaced by another of them, chosen again each epoch or batch. */
struct permuted_words {
    int32_t first; /* first of n consecutive numbers */
    int n;
    enum permuted_each {
        PERMUTED_NEVER,
        PERMUTED_EACH_EPOCH,
        PERMUTED_EACH_BATCH
    } each;
};

/* An encoded split: sequences, and columns that belong to them. */
struct examples {
    int n;
    uint64_t serial; /* unique among all sets of this process, also later ones;
                        0: not made by examples_init() */
    enum shape shape;
    int parts;                     /* equals shapes[shape].parts */
    struct column part[MAX_PARTS]; /* token numbers, ragged.  SOURCE_TARGET: the
                                      target ends with TOKEN_END and has no
                                      TOKEN_BEGIN */
    int columns;
    struct column column[MAX_COLUMNS];
    struct permuted_words permuted; /* all 0: no words are permuted */
    /* For a made set: its parts and columns exist, and are empty. */
    bool made;
    int most[MAX_PARTS]; /* upper bound of the tokens of a part in any
                            example */
    /* Append the examples which[0 .. n) to a set of the same parts and columns.
     * The result is a pure function of `of`, borrowed, and their numbers. */
    void (*make)(const void *of, const int *which, int n, struct examples *to);
    const void *of;
    /* For a set with some examples of another: their numbers there [n],
     * borrowed; NULL: the numbers are those of this set. */
    const int *number;
};

/* One example to be added. */
struct example {
    struct values part[MAX_PARTS];
    struct values column[MAX_COLUMNS];
};

/* `columns` lists the columns beside the parts and ends with NULL; NULL if
 * there are none. */
void examples_init(struct examples *x, enum shape shape,
                   const struct column_kind *const *columns);
/* Initialise with the shape, columns and permuted words of another set; nothing
 * else is copied. */
void examples_like(struct examples *x, const struct examples *other);
void examples_release(struct examples *x);
/* Remove all examples, keep the memory. */
void examples_clear(struct examples *x);
void examples_image(struct examples *x, struct image *m);

/* Add a column; the set must have no examples yet. */
void examples_add_column(struct examples *x, const struct column_kind *is);

/* Append one example; all values are copied. */
void examples_add(struct examples *x, const struct example *e);

/* Append the examples which[0 .. n) of a set, stored or made, to another of the
 * same shape and columns. */
void examples_copy(const struct examples *from, const int *which, int n,
                   struct examples *to);

/* Borrow example i. */
struct example examples_get(const struct examples *x, int i);

/* The place of a column, equal in all splits of a task and in their grains; -1
 * if there is none. */
int examples_place(const struct examples *x, const struct column_kind *is);

/* The column, or NULL. */
const struct column *examples_find(const struct examples *x,
                                   const struct column_kind *is);

/* The column with this name, or NULL; for tests. */
const struct column *examples_column(const struct examples *x,
                                     const char *name);

/* The most tokens of a part in any example. */
int examples_longest(const struct examples *x, int part);

static inline int example_len(const struct examples *x, int part, int i)
{
    assert(!x->made);
    return column_get(&x->part[part], i).n;
}

/* Borrow the token numbers of a part of example i. */
static inline const int32_t *example_tokens(const struct examples *x, int part,
                                            int i)
{
    assert(!x->made);
    return column_get(&x->part[part], i).at;
}

#endif
