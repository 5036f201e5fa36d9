/*
 * gemm.h - matrix products on plain row-major float arrays.
 *
 * Each call is one single-threaded BLAS call, or one of our own where that is
 * faster: threads work on grains, and its bits depend on its shape alone.  Of
 * our own products an idle thread may do half the rows (share.h); they have the
 * same bits whoever does them.
 *
 * Threads: safe from any thread with 200 KiB of stack to spare (kernel_start()
 * refuses a serial OpenBLAS, which is not).
 */
#ifndef KERNEL_GEMM_H
#define KERNEL_GEMM_H

/*
 * C [m x n] = alpha op(A) op(B) + beta C, with op(A) [m x k], op(B) [k x n].
 * 'n' takes a matrix as it is, 't' transposed; ld* are row lengths as stored.
 * Any of m, n, k may be 0; k = 0 scales C by beta.
 */
void gemm(char ta, char tb, int m, int n, int k, float alpha, const float *a,
          int lda, const float *b, int ldb, float beta, float *c, int ldc);

#endif
