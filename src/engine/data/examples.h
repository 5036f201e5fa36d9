/*
 * examples.h - an encoded split of a data set, and the shapes of examples.
 *
 * A task reads its files into example sets of token numbers; everything after
 * that - batches, grains, models - knows only what is here.
 *
 * A set that is too large to be stored is made: nothing of it is there but how
 * many examples it has and what their lengths come to, and who wants some has
 * them copied into a set of their own, which is when they are made.  To ask a
 * made set itself for an example is a mistake.
 *
 * Threads: read-only once loaded.
 */
#ifndef ENGINE_DATA_EXAMPLES_H
#define ENGINE_DATA_EXAMPLES_H

#include <assert.h>
#include <stdint.h>

#include "engine/data/columns.h"

#define MAX_PARTS 2

/* What a model reads.  A task has one; a model declares a set of them. */
enum shape {
    SHAPE_SEQUENCE,       /* one sequence */
    SHAPE_PAIR,           /* two sequences of one language */
    SHAPE_SOURCE_TARGET,  /* a source, and a target to be generated */
    SHAPE_DOCUMENT_QUERY, /* a document, and a query whose answer is in it */
    SHAPES,
};

/* A shape's parts, each with the role that it has. */
struct shape_parts {
    const char *name; /* "source and target" */
    int parts;
    char role[MAX_PARTS][24];
};
extern const struct shape_parts shapes[SHAPES];

/* Token numbers every vocabulary begins with. */
enum {
    TOKEN_NULL,    /* Parikh's null token; never in a text */
    TOKEN_UNKNOWN, /* a word outside the vocabulary */
    TOKEN_BEGIN,   /* before the first target token */
    TOKEN_END,     /* behind the last target token */
    TOKEN_BETWEEN, /* between two sequences read as one */
    TOKEN_FIRST,   /* the first word */
};
extern const char *const token_names[TOKEN_FIRST]; /* "<null>", ... */

/* Words whose numbers mean nothing but that they differ: in training each is
 * another one of them, anew each epoch or batch. */
struct permuted_words {
    int32_t first; /* of n, one behind the other */
    int n;
    enum permuted_each {
        PERMUTED_NEVER,
        PERMUTED_EACH_EPOCH,
        PERMUTED_EACH_BATCH
    } each;
};

/* An encoded split: sequences, and columns beside them. */
struct examples {
    int n;
    uint64_t serial; /* no other set of this process has it, now or later; 0:
                        it was not made by examples_init() */
    enum shape shape;
    int parts;                     /* shapes[shape].parts */
    struct column part[MAX_PARTS]; /* token numbers, ragged.  SOURCE_TARGET: the
                                      target ends with TOKEN_END and has no
                                      TOKEN_BEGIN */
    int columns;
    struct column column[MAX_COLUMNS];
    struct permuted_words permuted; /* all 0: none are */
    /* Of a set that is made: parts and columns are there, and empty. */
    bool made;
    int most[MAX_PARTS]; /* tokens that an example's part has at most */
    /* Append the examples which[0 .. n) to a set of the same parts and columns:
     * a pure function of `of`, borrowed, and their numbers. */
    void (*make)(const void *of, const int *which, int n, struct examples *to);
    const void *of;
    /* Of a set that has some examples of another: their numbers there [n],
     * borrowed; NULL: they have the numbers that they have here. */
    const int *number;
};

/* One example to be added. */
struct example {
    struct values part[MAX_PARTS];
    struct values column[MAX_COLUMNS];
};

/* `columns` beside the parts, NULL behind the last; NULL: none. */
void examples_init(struct examples *x, enum shape shape,
                   const struct column_kind *const *columns);
/* Of the shape, columns and permuted words of another; nothing else of it is
 * taken. */
void examples_like(struct examples *x, const struct examples *other);
void examples_release(struct examples *x);
/* No examples are left; the room for them is. */
void examples_clear(struct examples *x);
void examples_image(struct examples *x, struct image *m);

/* One column more, before there are examples. */
void examples_add_column(struct examples *x, const struct column_kind *is);

/* Append one example; everything is copied. */
void examples_add(struct examples *x, const struct example *e);

/* Append the examples which[0 .. n) of a set, stored or made, to another of its
 * shape and columns. */
void examples_copy(const struct examples *from, const int *which, int n,
                   struct examples *to);

/* Borrow example i. */
struct example examples_get(const struct examples *x, int i);

/* The place of a column, the same in all splits of a task and in their grains;
 * -1: there is none. */
int examples_place(const struct examples *x, const struct column_kind *is);

/* The column, or NULL. */
const struct column *examples_find(const struct examples *x,
                                   const struct column_kind *is);

/* The column of a name, or NULL; for tests. */
const struct column *examples_column(const struct examples *x,
                                     const char *name);

/* Most tokens of a part of any example. */
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
