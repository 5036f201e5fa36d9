/*
 * gemm.h - matrix products on plain row-major float arrays.
 *
 * Our own products have the same bits at every SIMD level.  An element of C is
 *
 *     for each block of 256 of k, in order:
 *         s = 0; for each k of the block, in order: s = fma(a, b, s)
 *         first block: c = beta == 0 ? alpha s : fma(beta, c, alpha s)
 *         later ones:  c = fma(1, c, alpha s)
 *
 * so they depend on nothing beside its row of op(A), its column of op(B) and
 * what it was: not on m and n, row lengths, neighbours or threads.  Idle
 * threads take rows or columns of large ones (team.h).
 *
 * Threads: safe from any thread.  One that makes products of which copies pay
 * keeps 600 KiB for them until it ends.
 */
#ifndef ENGINE_KERNEL_GEMM_H
#define ENGINE_KERNEL_GEMM_H

#include <stdbool.h>

#include "engine/kernel/kernel.h"

/* Are the bits of a row of C the same however many rows are made at once?  Not
 * where OpenBLAS makes the products. */
bool gemm_rows_are_apart(enum products by);

/*
 * C [m x n] = alpha op(A) op(B) + beta C, with op(A) [m x k], op(B) [k x n].
 * 'n' takes a matrix as it is, 't' transposed; ld* are row lengths as stored.
 * Any of m, n, k may be 0; k = 0 makes C beta C.  beta = 0 forgets what was in
 * C, even NaN.  C overlaps neither A nor B.
 *
 * `by` makes it: ourselves, or OpenBLAS in one single-threaded call, whose bits
 * are its own; that is safe after kernel_start(), which refuses a serial one.
 */
void gemm(enum products by, char ta, char tb, int m, int n, int k, float alpha,
          const float *a, int lda, const float *b, int ldb, float beta,
          float *c, int ldc);

#endif
