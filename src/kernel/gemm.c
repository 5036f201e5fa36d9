#include "kernel/gemm.h"

#include <cblas.h>
#include <stdbool.h>

#include "kernel/gemm_avx512.h"
#include "kernel/kernel.h"
#include "kernel/team.h"

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

struct product {
    char ta, tb;
    int m, n, k;
    float alpha, beta;
    const float *a, *b;
    float *c;
    int lda, ldb, ldc;
};

/* Rows [from, to) of C. */
static void rows(const void *of, size_t from, size_t to, struct arena *scratch)
{
    const struct product *p = of;

    (void)scratch;
    gemm_avx512(p->ta, p->tb, (int)(to - from), p->n, p->k, p->alpha,
                p->a + (p->ta == 't' ? from : from * (size_t)p->lda), p->lda,
                p->b, p->ldb, p->beta, p->c + from * (size_t)p->ldc, p->ldc);
}

/* Columns [from, to) of C. */
static void columns(const void *of, size_t from, size_t to,
                    struct arena *scratch)
{
    const struct product *p = of;

    (void)scratch;
    gemm_avx512(p->ta, p->tb, p->m, (int)(to - from), p->k, p->alpha, p->a,
                p->lda, p->b + (p->tb == 't' ? from * (size_t)p->ldb : from),
                p->ldb, p->beta, p->c + from, p->ldc);
}

/* Cut along its longer side, at multiples of what a tile has of it. */
static void run_shared(const struct product *p)
{
    const bool high = p->m >= p->n;
    const double each = (double)p->k * (high ? p->n : p->m) / 64.0;

    team_run(&(struct team_work){.n = (size_t)(high ? p->m : p->n),
                                 .step = high ? 16 : 48,
                                 .cost = each,
                                 .piece = high ? rows : columns,
                                 .of = p});
}
#endif

void gemm(char ta, char tb, int m, int n, int k, float alpha, const float *a,
          int lda, const float *b, int ldb, float beta, float *c, int ldc)
{
    if (m == 0 || n == 0)
        return;
#ifdef __x86_64__
    if (ours(ta, tb, m, n, k)) {
        run_shared(&(struct product){ta, tb, m, n, k, alpha, beta, a, b, c, lda,
                                     ldb, ldc});
        return;
    }
#endif
    cblas_sgemm(CblasRowMajor, ta == 't' ? CblasTrans : CblasNoTrans,
                tb == 't' ? CblasTrans : CblasNoTrans, m, n, k, alpha, a, lda,
                b, ldb, beta, c, ldc);
}
