/*
 * batch.h - from an example set to batches, and from a batch to grains.
 *
 * The order of an epoch, the examples of a step and the cut into grains are
 * pure functions of the data set and the experiment: nothing here knows how
 * many ranks or threads there are.
 */
#ifndef ENGINE_DATA_BATCH_H
#define ENGINE_DATA_BATCH_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/core/arena.h"
#include "engine/data/examples.h"
#include "engine/data/segments.h"
#include "engine/data/tree.h"

/* Sequences of a grain, packed. */
struct packed {
    struct segments seg;  /* n = examples of the grain */
    const int32_t *token; /* [rows] */
};

/* A column of a grain, packed. */
struct packed_column {
    struct column_kind is;
    struct segments seg; /* of values, where column_varies(): a token that
                            framing puts before has zeros */
    union {
        const int32_t *ints;
        const float *floats;
        const char *bytes;
        const void *value;
    };
};

/* The part of a batch that one thread takes through forward and backward. */
struct grain {
    int n; /* examples; may be 0 */
    int parts;
    struct packed part[MAX_PARTS];
    int columns;
    struct packed_column column[MAX_COLUMNS];
    const int *example; /* [n] indices in the data set: dropout's address */
    float weight;       /* 1 / the whole batch's count: examples, or target
                           tokens for SHAPE_SOURCE_TARGET */
};

/* The column at a place (examples_place()), which must be there; or NULL, where
 * it is -1. */
static inline const struct packed_column *grain_column(const struct grain *g,
                                                       int place)
{
    assert(place >= 0 && place < g->columns);
    return &g->column[place];
}

static inline const struct packed_column *grain_column_if(const struct grain *g,
                                                          int place)
{
    return place < 0 ? NULL : grain_column(g, place);
}

/* What a model wants put before sequences. */
struct framing {
    bool null_token[MAX_PARTS]; /* begin each with TOKEN_NULL */
};

/* Which time it is that examples are trained on. */
struct visit {
    uint64_t seed;
    uint32_t epoch, step;
};

/* How examples are grouped into steps; without padding, see loader.h. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
struct batching {
    long batch;        /* examples a step; 0: by tokens */
    long batch_tokens; /* at most so many tokens of the longer part a step */
    long by_length;    /* 1: those of a step are about as long as each other */
};
#pragma GCC diagnostic pop

/* How a batch is cut into grains. */
struct cutting {
    int grains;
    /* What example i costs `of`, a model, in a unit of its own; those of a
     * batch below 2^46 together.  NULL: its tokens.  One is added, so that
     * those that cost nothing spread. */
    uint64_t (*cost)(const void *of, const struct examples *x, int i);
    const void *of;
};

/* The examples of a data set in the order of one epoch: order[n]. */
void epoch_order(int n, uint64_t seed, uint32_t epoch, int *order);

/*
 * The same where they are to be grouped into steps.  By length: those of about
 * a length, in that order, are cut into batches, which then are shuffled into
 * an order of their own.  So every length comes all through an epoch, and as
 * many batches as there are lengths may be small.
 */
void batch_order(const struct examples *x, const struct batching *b,
                 uint64_t seed, uint32_t epoch, int *order);

/*
 * The end of the batch that begins at `first` in `order`: as many as fit, at
 * least one.
 */
int batch_end(const struct examples *x, const int *order,
              const struct batching *b, int first);

/* The batch's count: examples, or target tokens (weight = 1 / count). */
double batch_count(const struct examples *x, const int *order,
                   struct run batch);

/*
 * Cut a batch into grains of about the same cost: grain g is
 * order[cut[g] .. cut[g + 1]).  cut has grains + 1 places.
 */
void batch_cut(const struct examples *x, const int *order, struct run batch,
               const struct cutting *how, int *cut);

/*
 * Pack the examples order[r.first .. r.end) into a grain on the arena.  Of
 * what a column has OF_VISIT, each example gets one: drawn by visit and index
 * in the data set, all equally likely, or without a visit (NULL) its first.
 * Words that are permuted are so by visit, too; without one they are as they
 * are.
 */
void grain_pack(const struct examples *x, const int *order, struct run r,
                const struct framing *framing, const struct visit *visit,
                float weight, struct arena *a, struct grain *out);

#endif
