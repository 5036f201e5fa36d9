/*
 * transpose_avx512.h - a small matrix turned over, in registers.
 *
 * Included where the compiler may use AVX-512.
 */
#ifndef KERNEL_TRANSPOSE_AVX512_H
#define KERNEL_TRANSPOSE_AVX512_H

#include <immintrin.h>
#include <stddef.h>

/*
 * to [cols x 16] = the transpose of from [rows x cols], rows and cols at most
 * 16; columns of `to` behind the rows are filled with 0.
 *
 * Pairs, then fours, of one row become neighbours; 128-bit quarters last.
 */
static inline void transpose_block(const float *from, int ld, int rows,
                                   int cols, float *to, int ldt)
{
    const __mmask16 present = (__mmask16)((1u << cols) - 1u);
    __m512 r[16], t[16];

    for (int i = 0; i < 16; i++)
        r[i] = i < rows ? _mm512_maskz_loadu_ps(present,
                                                from + (size_t)i * (size_t)ld)
                        : _mm512_setzero_ps();
    for (int i = 0; i < 16; i += 2) {
        t[i] = _mm512_unpacklo_ps(r[i], r[i + 1]);
        t[i + 1] = _mm512_unpackhi_ps(r[i], r[i + 1]);
    }
    for (int i = 0; i < 16; i += 4)
        for (int c = 0; c < 2; c++) {
            __m512d a = _mm512_castps_pd(t[i + c]);
            __m512d b = _mm512_castps_pd(t[i + c + 2]);
            r[i + 2 * c] = _mm512_castpd_ps(_mm512_unpacklo_pd(a, b));
            r[i + 2 * c + 1] = _mm512_castpd_ps(_mm512_unpackhi_pd(a, b));
        }
    for (int c = 0; c < 4; c++) {
        __m512 a = _mm512_shuffle_f32x4(r[c], r[4 + c], 0x88);
        __m512 b = _mm512_shuffle_f32x4(r[8 + c], r[12 + c], 0x88);
        __m512 e = _mm512_shuffle_f32x4(r[c], r[4 + c], 0xdd);
        __m512 f = _mm512_shuffle_f32x4(r[8 + c], r[12 + c], 0xdd);
        t[c] = _mm512_shuffle_f32x4(a, b, 0x88);
        t[4 + c] = _mm512_shuffle_f32x4(e, f, 0x88);
        t[8 + c] = _mm512_shuffle_f32x4(a, b, 0xdd);
        t[12 + c] = _mm512_shuffle_f32x4(e, f, 0xdd);
    }
    for (int k = 0; k < cols; k++)
        _mm512_storeu_ps(to + (size_t)k * (size_t)ldt, t[k]);
}

#endif
