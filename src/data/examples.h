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

#include <stddef.h>
#include <stdint.h>

#include "base/digest.h"

/* What a model reads.  A task has one; a model declares a set of them. */
enum shape {
    SHAPE_SEQUENCE,       /* one sequence */
    SHAPE_PAIR,           /* two sequences of one language */
    SHAPE_SOURCE_TARGET,  /* a source, and a target to be generated */
    SHAPE_DOCUMENT_QUERY, /* a document and a question about it */
};
extern const char *const shape_names[]; /* NULL behind the last */

/* What a model answers. */
enum head {
    HEAD_CLASS,  /* one of `classes` labels */
    HEAD_RANK,   /* relevant or not, scored: candidates of a group compete */
    HEAD_SPAN,   /* a stretch of the document */
    HEAD_CLOZE,  /* a word of the document */
    HEAD_DECODE, /* a sequence */
};
extern const char *const head_names[];

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

#define MAX_PARTS 2

/* One of the sequences of every example, one behind the other. */
struct part {
    int32_t *token; /* owned; [start[n]] */
    size_t *start;  /* owned; [n + 1] */
    size_t room;    /* capacity of token */
};

struct examples {
    int n;
    int parts;                   /* 1 for SHAPE_SEQUENCE, else 2 */
    struct part part[MAX_PARTS]; /* SOURCE_TARGET: the target ends with
                                    TOKEN_END and has no TOKEN_BEGIN */
    int32_t *label;              /* owned; [n]: class, or 0/1 for rank; 0
                                    when the head needs none */
    int32_t *group;              /* owned; [n]: question, from 0, rising,
                                    candidates of one together; NULL
                                    unless HEAD_RANK */
    int room;                    /* capacity of label, group, start - 1 */
};

void examples_init(struct examples *x, int parts, int with_groups);
void examples_release(struct examples *x);

/* Append one example; tokens are copied.  tokens[1] unused with one part. */
void examples_add(struct examples *x, const int32_t *const tokens[],
                  const int lens[], int label, int group);

static inline int example_len(const struct examples *x, int part, int i)
{
    return (int)(x->part[part].start[i + 1] - x->part[part].start[i]);
}

#endif
