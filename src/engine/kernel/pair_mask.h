/*
 * pair_mask.h - which pairs of a row and a column take part in attention.
 *
 * This is the only place that decides it: ops over pairs, fused attentions and
 * their strips, distances, and pictures of a model's attention all ask here.
 * To add another shape, a sliding window for example, add a member to struct
 * pair_mask and handle it in the three functions that follow the struct.
 *
 * Every mask must satisfy: the columns that a row sees are contiguous, and
 * their range neither begins nor ends before that of an earlier row.
 */
#ifndef ENGINE_KERNEL_PAIR_MASK_H
#define ENGINE_KERNEL_PAIR_MASK_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* A zeroed mask allows all pairs. */
struct pair_mask {
    bool causal; /* a row sees no column after its own position */
    int at;      /* position of row 0 among the columns; row i is at position at
                    + i.  Above 0 if earlier rows are absent: in a strip, in a
                    step of a decoder */
};

/* [from, to) */
struct pair_span {
    int from, to;
};

/* True if the mask may forbid a pair. */
static inline bool pair_mask_forbids(struct pair_mask mask)
{
    return mask.causal;
}

/* The columns, of n, that row i sees. */
static inline struct pair_span pair_mask_row(struct pair_mask mask, int n,
                                             int i)
{
    const int place = mask.at + i;

    return (struct pair_span){
        .from = 0, .to = mask.causal && place + 1 < n ? place + 1 : n};
}

/* The rows, of m, that see column j. */
static inline struct pair_span pair_mask_column(struct pair_mask mask, int m,
                                                int j)
{
    const int first = mask.causal && j > mask.at ? j - mask.at : 0;

    return (struct pair_span){.from = first < m ? first : m, .to = m};
}

static inline bool pair_mask_allows(struct pair_mask mask, int i, int j)
{
    const struct pair_span of = pair_mask_row(mask, j + 1, i);

    return j >= of.from && j < of.to;
}

/* The pairs of m rows and n columns, a matrix [m x n]. */
struct pair_block {
    int m, n;
    struct pair_mask mask;
};

static inline size_t pair_block_len(const struct pair_block *b)
{
    return (size_t)b->m * (size_t)b->n;
}

static inline size_t pair_block_row(const struct pair_block *b, int i)
{
    return (size_t)i * (size_t)b->n;
}

/* The allowed pairs of a row. */
struct pair_run {
    int row, from; /* its first column */
    size_t n;      /* number of columns; 0: none */
    size_t at;     /* index of the first pair in the matrix */
};

static inline struct pair_run pair_run(const struct pair_block *b, int i)
{
    const struct pair_span of = pair_mask_row(b->mask, b->n, i);

    return (struct pair_run){.row = i,
                             .from = of.from,
                             .n = (size_t)(of.to - of.from),
                             .at = pair_block_row(b, i) + (size_t)of.from};
}

/* Loop over the allowed pairs of all rows, in order. */
#define EACH_RUN(r, b)                                       \
    for (struct pair_run r = pair_run(b, 0); r.row < (b)->m; \
         r = pair_run(b, r.row + 1))

/* Set the forbidden pairs of x to 0; its rows are ld floats apart. */
static inline void pair_block_forbid(const struct pair_block *b, float *x,
                                     int ld)
{
    for (int i = 0; pair_mask_forbids(b->mask) && i < b->m; i++) {
        const struct pair_span of = pair_mask_row(b->mask, b->n, i);
        float *row = x + (size_t)i * (size_t)ld;

        memset(row, 0, sizeof(*row) * (size_t)of.from);
        memset(row + of.to, 0, sizeof(*row) * (size_t)(b->n - of.to));
    }
}

/* Set each row's pair with the column at its own position to 0. */
static inline void pair_block_forget_self(const struct pair_block *b, float *x)
{
    for (int i = 0; i < b->m && b->mask.at + i < b->n; i++)
        x[pair_block_row(b, i) + (size_t)(b->mask.at + i)] = 0.0f;
}

#endif
