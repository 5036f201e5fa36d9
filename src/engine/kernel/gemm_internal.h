/* gemm_internal.h - declarations shared by gemm.c and gemm_product.c. */
#ifndef ENGINE_KERNEL_GEMM_INTERNAL_H
#define ENGINE_KERNEL_GEMM_INTERNAL_H

#include <stddef.h>

/* The parameters of gemm(); m and n are at least 1. */
struct product {
    char ta, tb;
    int m, n, k;
    float alpha, beta;
    const float *a, *b;
    float *c;
    int lda, ldb, ldc;
};

/* gemm() by our own code, on the calling thread alone. */
void gemm_product(const struct product *p);

/* n floats for copies, the same n at every call: borrowed until this thread's
 * next call or its end. */
float *gemm_room(size_t n);

#endif
