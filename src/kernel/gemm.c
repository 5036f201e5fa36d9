#include "kernel/gemm.h"

#include <cblas.h>
#include <stdbool.h>

#include "kernel/gemm_avx512.h"
#include "kernel/kernel.h"

#ifdef __x86_64__
/* The largest right side that is turned over; it goes on the stack. */
#define TURNED 16384

static int round_up(int n)
{
    return (n + 15) / 16 * 16;
}

/*
 * Is it faster to turn B over first?  OpenBLAS takes its kernels for small
 * matrices up to m n k = 10^6; the other bounds are where `codarun bench
 * kernels` showed gains, of a third to two times.
 */
static bool turns(char ta, char tb, int m, int n, int k)
{
    return ta == 'n' && tb == 't' && m >= 16 && n >= (k <= 32 ? 16 : 32) &&
           k <= 128 && (double)m * n * k <= 1e6 && round_up(n) * k <= TURNED &&
           kernel_simd() == SIMD_AVX512;
}

static void turned(int m, int n, int k, float alpha, const float *a, int lda,
                   const float *b, int ldb, float beta, float *c, int ldc)
{
    float over[TURNED];

    transpose_avx512(n, k, b, ldb, over, round_up(n));
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, alpha, a,
                lda, over, round_up(n), beta, c, ldc);
}
#endif

void gemm(char ta, char tb, int m, int n, int k, float alpha, const float *a,
          int lda, const float *b, int ldb, float beta, float *c, int ldc)
{
    if (m == 0 || n == 0)
        return;
#ifdef __x86_64__
    if (turns(ta, tb, m, n, k)) {
        turned(m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
        return;
    }
#endif
    cblas_sgemm(CblasRowMajor, ta == 't' ? CblasTrans : CblasNoTrans,
                tb == 't' ? CblasTrans : CblasNoTrans, m, n, k, alpha, a, lda,
                b, ldb, beta, c, ldc);
}
