/*
 * gemm_tile.h - the innermost loop of a product: some rows by a panel of
 * columns.
 *
 * C is computed in tiles whose sums stay in registers.
 */
#ifndef ENGINE_KERNEL_GEMM_TILE_H
#define ENGINE_KERNEL_GEMM_TILE_H

#include <stdbool.h>

#include "engine/kernel/simd.h"

/* As many sums as the registers hold beside a row of B and an element of A:
 * enough to hide the latency of a multiplication.  A tile of TILE_ROWS rows and
 * TILE_VECTORS vectors reads the least memory for its work. */
#if SIMD_REGISTERS >= 32
#define TILE_SUMS 24
#define TILE_VECTORS 3
#elif SIMD_REGISTERS >= 16
#define TILE_SUMS 12
#define TILE_VECTORS 2
#else
#define TILE_SUMS 8
#define TILE_VECTORS 2
#endif
#define TILE_ROWS (TILE_SUMS / TILE_VECTORS)
#define LINE 16 /* floats of a cache line */

/* Limits of any tile; its rows times vectors are at most TILE_SUMS. */
#define MOST_ROWS 12
#define MOST_VECTORS 6

/* op(A) and op(B) as the tiles of a panel read them. */
struct gemm_panel {
    const float *b;
    size_t row, step; /* of A: distance to the next row, to the next of k */
    size_t next;      /* of A: distance to the next tile if it is a copy,
                         else 0 */
    size_t near_step; /* of A: distance between cache lines of the next tile */
    size_t ldb, ldc;
    int left;    /* of k that remain, this block included */
    int depth;   /* of k in this block */
    int vectors; /* of columns in the panel */
    int last;    /* columns in the last vector of C */
    bool whole;  /* may the last vector of B be read whole? */
    float alpha, beta;
    /* The part of B needed next, to be prefetched meanwhile; rows may be 0. */
    const float *soon;
    size_t soon_ld;
    int soon_rows, soon_cols;
};

/*
 * C = alpha A B + beta C for m rows by a panel.  The rows are divided evenly
 * into tile_count() tiles of up to `most` rows; the i-th has tile_rows() rows.
 */
void AT_LEVEL(gemm_panel)(const struct gemm_panel *p, int m, const float *a,
                          float *c);

INLINE int tile_count(int m, int most)
{
    return (m + most - 1) / most;
}

INLINE int tile_rows(int m, int count, int i)
{
    return (m + count - 1 - i) / count;
}

#endif
