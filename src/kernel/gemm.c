#include "kernel/gemm.h"

#include <cblas.h>

static void scale(int m, int n, float beta, float *c, int ldc)
{
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float *v = c + (size_t)i * (size_t)ldc + j;
            *v = beta == 0.0f ? 0.0f : beta * *v;
        }
}

void gemm(char ta, char tb, int m, int n, int k, float alpha, const float *a,
          int lda, const float *b, int ldb, float beta, float *c, int ldc)
{
    if (m == 0 || n == 0)
        return;
    if (k == 0) {
        scale(m, n, beta, c, ldc);
        return;
    }
    cblas_sgemm(CblasRowMajor, ta == 't' ? CblasTrans : CblasNoTrans,
                tb == 't' ? CblasTrans : CblasNoTrans, m, n, k, alpha, a, lda,
                b, ldb, beta, c, ldc);
}
