#include "kernel/gemm.h"

#include <cblas.h>

void gemm(char ta, char tb, int m, int n, int k, float alpha, const float *a,
          int lda, const float *b, int ldb, float beta, float *c, int ldc)
{
    if (m == 0 || n == 0)
        return;
    cblas_sgemm(CblasRowMajor, ta == 't' ? CblasTrans : CblasNoTrans,
                tb == 't' ? CblasTrans : CblasNoTrans, m, n, k, alpha, a, lda,
                b, ldb, beta, c, ldc);
}
