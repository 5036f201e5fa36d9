#include "engine/kernel/gemm.h"

#include <cblas.h>

#include "engine/kernel/gemm_internal.h"
#include "engine/kernel/kernel.h"
#include "engine/kernel/team.h"

/* Rows [from, to) of C. */
static void rows(const void *of, size_t from, size_t to, struct arena *scratch)
{
    struct product p = *(const struct product *)of;

    (void)scratch;
    p.m = (int)(to - from);
    p.a += p.ta == 't' ? from : from * (size_t)p.lda;
    p.c += from * (size_t)p.ldc;
    gemm_product(&p);
}

/* Columns [from, to) of C. */
static void columns(const void *of, size_t from, size_t to,
                    struct arena *scratch)
{
    struct product p = *(const struct product *)of;

    (void)scratch;
    p.n = (int)(to - from);
    p.b += p.tb == 't' ? from * (size_t)p.ldb : from;
    p.c += from;
    gemm_product(&p);
}

#define SHARED 256e3 /* least m n k of products to share between threads */

/* Cut along the longer side of C, at multiples of a tile's size. */
static void run_shared(const struct product *p)
{
    const bool high = p->m >= p->n;

    team_run(&(struct team_work){.n = (size_t)(high ? p->m : p->n),
                                 .step = high ? 16 : 48,
                                 .total = TEAM_PRODUCT * p->m * p->n * p->k,
                                 .piece = high ? rows : columns,
                                 .of = p});
}

static void run_openblas(const struct product *p)
{
    cblas_sgemm(CblasRowMajor, p->ta == 't' ? CblasTrans : CblasNoTrans,
                p->tb == 't' ? CblasTrans : CblasNoTrans, p->m, p->n, p->k,
                p->alpha, p->a, p->lda, p->b, p->ldb, p->beta, p->c, p->ldc);
}

bool gemm_rows_are_apart(enum products by)
{
    return by == PRODUCTS_OWN;
}

void gemm(enum products by, char ta, char tb, int m, int n, int k, float alpha,
          const float *a, int lda, const float *b, int ldb, float beta,
          float *c, int ldc)
{
    const struct product p = {ta, tb, m, n,   k,   alpha, beta,
                              a,  b,  c, lda, ldb, ldc};

    if (m == 0 || n == 0)
        return;
    if (by == PRODUCTS_OPENBLAS)
        run_openblas(&p);
    else if ((double)m * n * k >= SHARED)
        run_shared(&p);
    else
        gemm_product(&p);
}
