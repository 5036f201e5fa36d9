/* gemm_internal.h - what gemm.c and gemm_product.c share. */
#ifndef ENGINE_KERNEL_GEMM_INTERNAL_H
#define ENGINE_KERNEL_GEMM_INTERNAL_H

#include <stddef.h>

/* As gemm()'s parameters; m and n are at least 1. */
struct product {
    char ta, tb;
    int m, n, k;
    float alpha, beta;
    const float *a, *b;
    float *c;
    int lda, ldb, ldc;
};

/* By this thread alone; as gemm(), for products of our own. */
void gemm_product(const struct product *p);

/* n floats for copies, the same n every time: borrowed until this thread's next
 * call or its end. */
float *gemm_room(size_t n);

#endif
