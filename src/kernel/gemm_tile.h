/*
 * gemm_tile.h - the innermost of a product: some rows by a panel of columns.
 *
 * C is made in tiles of up to TILE_ROWS rows and TILE_VECTORS vectors, whose
 * sums live in registers.
 */
#ifndef KERNEL_GEMM_TILE_H
#define KERNEL_GEMM_TILE_H

#include "kernel/simd.h"

/* As many sums as the registers hold beside a row of B and an element of A:
 * enough to hide how long a multiplication takes. */
#if SIMD_REGISTERS >= 32
#define TILE_ROWS 8
#define TILE_VECTORS 3
#elif SIMD_REGISTERS >= 16
#define TILE_ROWS 6
#define TILE_VECTORS 2
#else
#define TILE_ROWS 4
#define TILE_VECTORS 2
#endif
#define PANEL (TILE_VECTORS * SIMD_WIDTH)

/* op(A) and op(B) as a tile finds them, and where it goes. */
struct tile {
    const float *a, *b;
    float *c;
    size_t row, step; /* of a: to the next row, to the next of k */
    size_t next;      /* of a: to the next tile when packed, else 0 */
    size_t ldb, ldc;
    int depth; /* of k */
    int last;  /* columns of the last vector */
    float alpha, beta;
};

/*
 * C = alpha A B + beta C for m rows by a panel of nv vectors.  The rows are
 * dealt out evenly to as few tiles as can be: see tile_rows().
 */
void AT_LEVEL(gemm_tiles)(struct tile t, int m, int nv);

/* m rows are tile_count(m) tiles, the i-th of tile_rows(m, i) rows. */
INLINE int tile_count(int m)
{
    return (m + TILE_ROWS - 1) / TILE_ROWS;
}

INLINE int tile_rows(int m, int i)
{
    return (m + tile_count(m) - 1 - i) / tile_count(m);
}

#endif
