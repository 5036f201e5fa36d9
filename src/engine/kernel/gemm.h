/*
 * gemm.h - matrix products of plain row-major float arrays.
 *
 * Our own products give the same bits at every SIMD level.  An element of C is
 *
 *     for each block of 256 of k, in order:
 *         s = 0; for each k of the block, in order: s = fma(a, b, s)
 *         first block: c = beta == 0 ? alpha s : fma(beta, c, alpha s)
 *         later ones:  c = fma(1, c, alpha s)
 *
 * so its bits depend only on its row of op(A), its column of op(B) and its old
 * value: not on m and n, row lengths, neighbours or threads.  Idle threads take
 * over rows or columns of large products (team.h).
 *
 * Threads: safe from any thread.  A thread that makes products large enough to
 * copy their inputs keeps 600 KiB for the copies until it ends.
 */
#ifndef ENGINE_KERNEL_GEMM_H
#define ENGINE_KERNEL_GEMM_H

#include <stdbool.h>

#include "engine/kernel/kernel.h"

/* True if the bits of a row of C do not depend on how many rows are computed at
 * once.  False for products by OpenBLAS. */
bool gemm_rows_are_apart(enum products by);

/*
 * C [m x n] = alpha op(A) op(B) + beta C, with op(A) [m x k], op(B) [k x n].
 * 'n' takes a matrix as it is, 't' transposed; ld* are row lengths as stored.
 * Any of m, n, k may be 0; k = 0 makes C beta C. beta = 0 ignores the old
 * values of C, even NaN.  C overlaps neither A nor B.
 *
 * `by` selects our own code or one single-threaded call of OpenBLAS, whose bits
 * are its own.  OpenBLAS is thread-safe after kernel_start(), which refuses a
 * serial build of it.
 */
void gemm(enum products by, char ta, char tb, int m, int n, int k, float alpha,
          const float *a, int lda, const float *b, int ldb, float beta,
          float *c, int ldc);

#endif
