#include "kernel/gemm.h"

#include <cblas.h>
#include <stdbool.h>

#include "kernel/gemm_avx512.h"
#include "kernel/kernel.h"

#ifdef __x86_64__
/*
 * Where gemm_avx512() is the faster one: compare `codarun bench kernels` with
 * the same under CODARUN_SIMD=avx2 OPENBLAS_CORETYPE=SkylakeX.  OpenBLAS has
 * kernels for small products, m n k <= 10^6, which are slow only for A B^T,
 * where turning B over is worth it for enough rows; and when A outgrows the
 * cache it gains by copying.
 */
static bool ours(char ta, char tb, int m, int n, int k)
{
    if (m < 16 || n < 16 || k == 0 || kernel_simd() != SIMD_AVX512)
        return false;
    if ((double)m * n * k > 1e6)
        return (double)m * k <= 1 << 19;
    return ta == 'n' && tb == 't' && k <= 4 * m;
}
#endif

void gemm(char ta, char tb, int m, int n, int k, float alpha, const float *a,
          int lda, const float *b, int ldb, float beta, float *c, int ldc)
{
    if (m == 0 || n == 0)
        return;
#ifdef __x86_64__
    if (ours(ta, tb, m, n, k)) {
        gemm_avx512(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
        return;
    }
#endif
    cblas_sgemm(CblasRowMajor, ta == 't' ? CblasTrans : CblasNoTrans,
                tb == 't' ? CblasTrans : CblasNoTrans, m, n, k, alpha, a, lda,
                b, ldb, beta, c, ldc);
}
