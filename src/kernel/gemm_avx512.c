/*
 * Products with a transposed right side, where OpenBLAS is slow: its kernels
 * for small matrices on AVX-512 take up to twice as long for A B^T as for
 * A B, and turning B over first costs less than that.
 */
#include "kernel/gemm_avx512.h"

#ifdef __x86_64__
#pragma GCC target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma")
#include "kernel/transpose_avx512.h"

void transpose_avx512(int rows, int cols, const float *from, int ld, float *to,
                      int ldt)
{
    for (int i = 0; i < rows; i += 16)
        for (int k = 0; k < cols; k += 16)
            transpose_block(from + (size_t)i * (size_t)ld + k, ld,
                            rows - i < 16 ? rows - i : 16,
                            cols - k < 16 ? cols - k : 16,
                            to + (size_t)k * (size_t)ldt + i, ldt);
}
#endif
