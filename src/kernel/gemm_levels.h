/* gemm_levels.h - one product, and the forms that kernel_simd() picks from. */
#ifndef KERNEL_GEMM_LEVELS_H
#define KERNEL_GEMM_LEVELS_H

#include "kernel/simd.h"

/* As gemm()'s parameters; m and n are at least 1. */
struct product {
    char ta, tb;
    int m, n, k;
    float alpha, beta;
    const float *a, *b;
    float *c;
    int lda, ldb, ldc;
};

typedef void product_function(const struct product *p);

/* n floats for copies, the same n every time: borrowed until this thread's next
 * call or its end. */
float *gemm_room(size_t n);

DECLARE_LEVELS(product_function, gemm_product);

#endif
