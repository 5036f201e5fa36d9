/* simd_avx512.h - simd.h with AVX-512. */
#ifndef KERNEL_SIMD_AVX512_H
#define KERNEL_SIMD_AVX512_H

#include <immintrin.h>

#define AT_LEVEL(name) name##_avx512
#define SIMD_WIDTH 16
#define SIMD_REGISTERS 32

typedef __m512 vec;
typedef __mmask16 vec_lanes;

INLINE vec_lanes vec_first(int c)
{
    return (vec_lanes)((1u << c) - 1u);
}

INLINE vec vec_zero(void)
{
    return _mm512_setzero_ps();
}

INLINE vec vec_set(float x)
{
    return _mm512_set1_ps(x);
}

INLINE vec vec_load(const float *p)
{
    return _mm512_loadu_ps(p);
}

INLINE vec vec_load_lanes(const float *p, vec_lanes l)
{
    return _mm512_maskz_loadu_ps(l, p);
}

INLINE vec vec_load_part(const float *p, int c)
{
    return vec_load_lanes(p, vec_first(c));
}

INLINE void vec_store(float *p, vec v)
{
    _mm512_storeu_ps(p, v);
}

INLINE void vec_store_lanes(float *p, vec_lanes l, vec v)
{
    _mm512_mask_storeu_ps(p, l, v);
}

INLINE void vec_store_part(float *p, int c, vec v)
{
    vec_store_lanes(p, vec_first(c), v);
}

INLINE vec vec_add(vec a, vec b)
{
    return _mm512_add_ps(a, b);
}

INLINE vec vec_sub(vec a, vec b)
{
    return _mm512_sub_ps(a, b);
}

INLINE vec vec_mul(vec a, vec b)
{
    return _mm512_mul_ps(a, b);
}

INLINE vec vec_max(vec a, vec b)
{
    return _mm512_max_ps(a, b);
}

INLINE vec vec_abs(vec a)
{
    return _mm512_abs_ps(a);
}

INLINE vec vec_fma(vec a, vec b, vec c)
{
    return _mm512_fmadd_ps(a, b, c);
}

INLINE vec vec_fnma(vec a, vec b, vec c)
{
    return _mm512_fnmadd_ps(a, b, c);
}

INLINE float vec_sum(vec v)
{
    __m256 eight =
        _mm256_add_ps(_mm512_castps512_ps256(v), _mm512_extractf32x8_ps(v, 1));
    __m128 four = _mm_add_ps(_mm256_castps256_ps128(eight),
                             _mm256_extractf128_ps(eight, 1));

    four = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(four, _mm_movehdup_ps(four)));
}

INLINE unsigned vec_at_least(vec a, vec b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_GE_OQ);
}

INLINE vec vec_choose(unsigned bits, vec a, vec b)
{
    return _mm512_mask_blend_ps((__mmask16)bits, b, a);
}

/*
 * One instruction by a table of four bits a class of number, from the lowest:
 * NaN, signalling NaN stay; 0 gives 0; 1, -inf, inf, negative, positive give
 * their sign.
 */
INLINE vec vec_sign(vec v)
{
    return _mm512_fixupimm_ps(v, v, _mm512_set1_epi32((int)0xA9A9A822u), 0);
}

/* Pairs, then fours, of one row become neighbours; 128-bit quarters last. */
INLINE void vec_turn(const float *from, int ld, int rows, int cols, float *to,
                     int ldt)
{
    __m512 r[16], t[16];

    for (int i = 0; i < 16; i++)
        r[i] = i < rows ? vec_load_part(from + (size_t)i * (size_t)ld, cols)
                        : vec_zero();
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
        vec_store(to + (size_t)k * (size_t)ldt, t[k]);
}

#endif
