#include "kernel/gemm.h"

#include <cblas.h>
#include <stdbool.h>

#include "kernel/gemm_avx512.h"
#include "kernel/kernel.h"
#include "kernel/share.h"

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

#define SHARED 4e6 /* m n k of products worth an offer */

struct product {
    char ta, tb;
    int m, n, k;
    float alpha, beta;
    const float *a, *b;
    float *c;
    int lda, ldb, ldc;
};

static void run(const void *of)
{
    const struct product *p = of;

    gemm_avx512(p->ta, p->tb, p->m, p->n, p->k, p->alpha, p->a, p->lda, p->b,
                p->ldb, p->beta, p->c, p->ldc);
}

/* The lower half of its rows may be another thread's. */
static void run_shared(struct product upper)
{
    struct product lower = upper;
    struct share part = {.run = run, .of = &lower};
    const int rows = upper.m / 16 * 8;
    const size_t at = (size_t)rows;

    lower.m -= rows;
    lower.a += upper.ta == 't' ? at : at * (size_t)upper.lda;
    lower.c += at * (size_t)upper.ldc;
    if ((double)upper.m * upper.n * upper.k >= SHARED && share_offer(&part)) {
        upper.m = rows;
        run(&upper);
        share_settle(&part);
    } else {
        run(&upper);
    }
}
#endif

void gemm(char ta, char tb, int m, int n, int k, float alpha, const float *a,
          int lda, const float *b, int ldb, float beta, float *c, int ldc)
{
    if (m == 0 || n == 0)
        return;
#ifdef __x86_64__
    if (ours(ta, tb, m, n, k)) {
        run_shared((struct product){ta, tb, m, n, k, alpha, beta, a, b, c, lda,
                                    ldb, ldc});
        return;
    }
#endif
    cblas_sgemm(CblasRowMajor, ta == 't' ? CblasTrans : CblasNoTrans,
                tb == 't' ? CblasTrans : CblasNoTrans, m, n, k, alpha, a, lda,
                b, ldb, beta, c, ldc);
}
