/* l1.h's functions for processors with AVX-512. */
#ifdef __x86_64__
#pragma GCC target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma")
#include <immintrin.h>

#define NAMED(x) l1_avx512_##x
#define VEC __m512
#define WIDTH 16
#define ROWS(nv) ((nv) < 3 ? 8 : 4)
#define BACK_ROWS 4

#define FIRST(c) ((__mmask16)((1u << (c)) - 1u))
#define LOAD(p) _mm512_loadu_ps(p)
#define LOAD_PART(p, c) _mm512_maskz_loadu_ps(FIRST(c), p)
#define STORE_PART(p, c, v) _mm512_mask_storeu_ps(p, FIRST(c), v)
#define SET(x) _mm512_set1_ps(x)
#define ADD(a, b) _mm512_add_ps(a, b)
#define SUB(a, b) _mm512_sub_ps(a, b)
#define MUL(a, b) _mm512_mul_ps(a, b)
#define MAX(a, b) _mm512_max_ps(a, b)
#define ABS(a) _mm512_abs_ps(a)
#define FMADD(a, b, c) _mm512_fmadd_ps(a, b, c)
#define FNMADD(a, b, c) _mm512_fnmadd_ps(a, b, c)
#define AT_LEAST(a, b) ((unsigned)_mm512_cmp_ps_mask(a, b, _CMP_GE_OQ))
#define REDUCE(v) _mm512_reduce_add_ps(v)

/*
 * One instruction by a table of four bits a class of number, from the lowest:
 * NaN, signalling NaN stay; 0 gives 0; 1, -inf, inf, negative, positive give
 * their sign.
 */
#define SIGN(v) _mm512_fixupimm_ps(v, v, _mm512_set1_epi32((int)0xA9A9A822u), 0)

/* Pairs, then fours, of one row become neighbours; 128-bit quarters last. */
static inline void transpose_block(const float *from, int ld, int rows,
                                   int cols, float *to, int ldt)
{
    __m512 r[16], t[16];

    for (int i = 0; i < 16; i++)
        r[i] = i < rows ? _mm512_maskz_loadu_ps(FIRST(cols),
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

#include "kernel/l1_simd.h"
#endif
