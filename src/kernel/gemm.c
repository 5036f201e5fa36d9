#include "kernel/gemm.h"

#include <cblas.h>

#include "kernel/gemm_levels.h"
#include "kernel/kernel.h"
#include "kernel/share.h"

#define SHARED 4e6 /* m n k of products worth an offer */

static product_function *const forms[] = AT_EACH_LEVEL(gemm_product);

static void run(const void *of)
{
    forms[kernel_simd()](of);
}

/* The lower half of its rows may be another thread's. */
static void run_shared(const struct product *p)
{
    struct product upper = *p, lower = *p;
    struct share part = {.run = run, .of = &lower};
    const int rows = p->m / 16 * 8;
    const size_t at = (size_t)rows;

    upper.m = rows;
    lower.m -= rows;
    lower.a += p->ta == 't' ? at : at * (size_t)p->lda;
    lower.c += at * (size_t)p->ldc;
    if (rows > 0 && share_offer(&part)) {
        run(&upper);
        share_settle(&part);
    } else {
        run(p);
    }
}

void gemm_openblas(char ta, char tb, int m, int n, int k, float alpha,
                   const float *a, int lda, const float *b, int ldb, float beta,
                   float *c, int ldc)
{
    if (m > 0 && n > 0)
        cblas_sgemm(CblasRowMajor, ta == 't' ? CblasTrans : CblasNoTrans,
                    tb == 't' ? CblasTrans : CblasNoTrans, m, n, k, alpha, a,
                    lda, b, ldb, beta, c, ldc);
}

static enum products used = PRODUCTS_OWN;

void gemm_use(enum products p)
{
    used = p;
}

void gemm(char ta, char tb, int m, int n, int k, float alpha, const float *a,
          int lda, const float *b, int ldb, float beta, float *c, int ldc)
{
    const struct product p = {ta, tb, m, n,   k,   alpha, beta,
                              a,  b,  c, lda, ldb, ldc};

    if (m == 0 || n == 0)
        return;
    if (used == PRODUCTS_OPENBLAS)
        gemm_openblas(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    else if ((double)m * n * k >= SHARED)
        run_shared(&p);
    else
        run(&p);
}
