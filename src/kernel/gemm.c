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
    if (used == PRODUCTS_OPENBLAS)
        gemm_openblas(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    else if (m > 0 && n > 0)
        run_shared((struct product){ta, tb, m, n, k, alpha, beta, a, b, c, lda,
                                    ldb, ldc});
}
