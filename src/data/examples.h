/*
 * examples.h - an encoded split of a data set, and the shapes of examples.
 *
 * A task reads its files into example sets of token numbers; everything after
 * that - batches, grains, models - knows only what is here.
 *
 * Threads: read-only once loaded.
 */
#ifndef DATA_EXAMPLES_H
#define DATA_EXAMPLES_H

#include "data/columns.h"

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

/* An encoded split: sequences, and columns beside them. */
struct examples {
    int n;
    enum shape shape;
    int parts;                     /* shapes[shape].parts */
    struct column part[MAX_PARTS]; /* token numbers, ragged.  SOURCE_TARGET: the
                                      target ends with TOKEN_END and has no
                                      TOKEN_BEGIN */
    int columns;
    struct column column[MAX_COLUMNS];
};

/* One example to be added. */
struct example {
    struct values part[MAX_PARTS];
    struct values column[MAX_COLUMNS];
};

/* `columns` beside the parts; NULL: none. */
void examples_init(struct examples *x, enum shape shape,
                   const struct column_kind *columns);
void examples_release(struct examples *x);
void examples_image(struct examples *x, struct image *m);

/* One column more, before there are examples. */
void examples_add_column(struct examples *x, const struct column_kind *is);

/* Append one example; everything is copied. */
void examples_add(struct examples *x, const struct example *e);

/* Borrow example i. */
struct example examples_get(const struct examples *x, int i);

/* The column of a name, or NULL. */
const struct column *examples_column(const struct examples *x,
                                     const char *name);

static inline int example_len(const struct examples *x, int part, int i)
{
    return column_get(&x->part[part], i).n;
}

/* Borrow the token numbers of a part of example i. */
static inline const int32_t *example_tokens(const struct examples *x, int part,
                                            int i)
{
    return column_get(&x->part[part], i).at;
}

#endif
