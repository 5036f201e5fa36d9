/* gemm_avx512.h - what gemm.c does itself on processors with AVX-512. */
#ifndef KERNEL_GEMM_AVX512_H
#define KERNEL_GEMM_AVX512_H

/* to [cols x ldt] = the transpose of from [rows x cols]; ldt is a multiple of
 * 16, at least rows, and columns behind the rows are filled with 0. */
void transpose_avx512(int rows, int cols, const float *from, int ld, float *to,
                      int ldt);

#endif
