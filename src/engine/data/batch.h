/*
 * batch.h - from an example set to batches, and from a batch to grains.
 *
 * The order of an epoch, the examples of a step and the cut into grains are
 * pure functions of the data set and the experiment; they do not depend on the
 * number of ranks or threads.
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

/* The sequences of a grain, packed. */
struct packed {
    struct segments seg;  /* n = number of examples */
    const int32_t *token; /* [rows] */
};

/* A column of a grain, packed. */
struct packed_column {
    struct column_kind is;
    struct segments seg; /* of values, if column_varies(): the values of a token
                            that framing adds are zeros */
    union {
        const int32_t *ints;
        const float *floats;
        const char *bytes;
        const void *value;
    };
};

/* The share of a batch that one thread takes through forward and backward. */
struct grain {
    int n; /* examples; may be 0 */
    int parts;
    struct packed part[MAX_PARTS];
    int columns;
    struct packed_column column[MAX_COLUMNS];
    const int *example; /* [n] indices in the data set, which address dropout */
    float weight;       /* 1 / the whole batch's count of examples, or of target
                           tokens for SHAPE_SOURCE_TARGET */
};

/* The column at a place (examples_place()), which must exist; grain_column_if()
 * returns NULL for place -1. */
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

/* Tokens that a model wants before sequences. */
struct framing {
    bool null_token[MAX_PARTS]; /* begin each with TOKEN_NULL */
};

/* The visit (epoch, step) in which examples are trained on. */
struct visit {
    uint64_t seed;
    uint32_t epoch, step;
};

/* How examples are grouped into steps; must have no padding, see loader.h. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"
struct batching {
    long batch;        /* examples per step; 0: limited by tokens */
    long batch_tokens; /* most tokens of the longer part per step */
    long by_length;    /* 1: the examples of a step have similar lengths */
};
#pragma GCC diagnostic pop

/* How a batch is cut into grains. */
struct cutting {
    int grains;
    /* The cost of example i for a model, `of`, in any unit; the sum over a
     * batch stays below 2^46.  NULL: its tokens.  One is added, so that
     * examples that cost nothing are spread too. */
    uint64_t (*cost)(const void *of, const struct examples *x, int i);
    const void *of;
};

/* Fill order[n] with the examples of a data set in the order of one epoch. */
void epoch_order(int n, uint64_t seed, uint32_t epoch, int *order);

/*
 * The order of an epoch whose examples are grouped into steps.  With by_length,
 * examples of similar length, in epoch order, are cut into batches, and the
 * batches are shuffled.  So all lengths occur throughout an epoch, and at most
 * one batch per length bucket is smaller than the others.
 */
void batch_order(const struct examples *x, const struct batching *b,
                 uint64_t seed, uint32_t epoch, int *order);

/*
 * The end of the batch that begins at `first` in `order`: as many examples as
 * fit, at least one.
 */
int batch_end(const struct examples *x, const int *order,
              const struct batching *b, int first);

/* The batch's count of examples or target tokens (weight = 1 / count). */
double batch_count(const struct examples *x, const int *order,
                   struct run batch);

/*
 * Cut a batch into grains of similar cost: grain g is order[cut[g] .. cut[g +
 * 1]). cut has room for grains + 1 elements.
 */
void batch_cut(const struct examples *x, const int *order, struct run batch,
               const struct cutting *how, int *cut);

/*
 * Pack the examples order[r.first .. r.end) into a grain on the arena.  From a
 * column OF_VISIT each example gets one entry: drawn uniformly by visit and
 * index in the data set, or its first one without a visit (NULL).  Permuted
 * words are permuted by visit too, and stay as they are without one.
 */
void grain_pack(const struct examples *x, const int *order, struct run r,
                const struct framing *framing, const struct visit *visit,
                float weight, struct arena *a, struct grain *out);

#endif
