/*
 * gemm_tile.h - the innermost of a product: some rows by a panel of columns.
 *
 * C is made in tiles, whose sums live in registers.
 */
#ifndef ENGINE_KERNEL_GEMM_TILE_H
#define ENGINE_KERNEL_GEMM_TILE_H

#include <stdbool.h>

#include "engine/kernel/simd.h"

/* As many sums as the registers hold beside a row of B and an element of A:
 * enough to hide how long a multiplication takes.  A tile of TILE_ROWS rows and
 * TILE_VECTORS vectors reads least for what it does. */
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
#define LINE 16 /* floats that come from memory at once */

/* Of any tile, whose rows times vectors are at most TILE_SUMS. */
#define MOST_ROWS 12
#define MOST_VECTORS 6

/* op(A) and op(B) as the tiles of a panel find them. */
struct gemm_panel {
    const float *b;
    size_t row, step; /* of A: to the next row, to the next of k */
    size_t next;      /* of A: to the next tile when copied, else 0 */
    size_t near_step; /* of A: from line to line of the next tile */
    size_t ldb, ldc;
    int left;    /* of k, these included */
    int depth;   /* of k */
    int vectors; /* of columns */
    int last;    /* columns of the last vector of C */
    bool whole;  /* may all of B's last vector be read? */
    float alpha, beta;
    /* What of B comes next, to bring near meanwhile; rows may be 0. */
    const float *soon;
    size_t soon_ld;
    int soon_rows, soon_cols;
};

/*
 * C = alpha A B + beta C for m rows by a panel.  The rows are divided evenly
 * to tiles, tile_count() of them with up to `most` rows; the i-th gets
 * tile_rows() of them.
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
