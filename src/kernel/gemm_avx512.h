/* gemm_avx512.h - what gemm.c does itself on processors with AVX-512. */
#ifndef KERNEL_GEMM_AVX512_H
#define KERNEL_GEMM_AVX512_H

/* As gemm(), with k at least 1. */
void gemm_avx512(char ta, char tb, int m, int n, int k, float alpha,
                 const float *a, int lda, const float *b, int ldb, float beta,
                 float *c, int ldc);

#endif
