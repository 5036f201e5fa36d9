/* simd_avx512.h - simd.h with AVX-512. */
#ifndef ENGINE_KERNEL_SIMD_AVX512_H
#define ENGINE_KERNEL_SIMD_AVX512_H

#include <immintrin.h>

#define SIMD_WIDTH 16
#define SIMD_REGISTERS 32
#define SIMD_LANES_FREE 1
#define MM(operation) _mm512_##operation

typedef __m512 vec;
typedef __mmask16 vec_lanes;

#include "engine/kernel/simd_x86.h"

INLINE vec_lanes vec_first(int c)
{
    return (vec_lanes)((1u << c) - 1u);
}

INLINE vec vec_load_lanes(const float *p, vec_lanes l)
{
    return _mm512_maskz_loadu_ps(l, p);
}

INLINE void vec_store_lanes(float *p, vec_lanes l, vec v)
{
    _mm512_mask_storeu_ps(p, l, v);
}

INLINE vec vec_abs(vec a)
{
    return _mm512_abs_ps(a);
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

typedef __mmask16 vec_mask;

INLINE vec_mask vec_not_below(vec a, vec b)
{
    return _mm512_cmp_ps_mask(a, b, _CMP_GE_OQ);
}

INLINE vec vec_pick(vec_mask m, vec a, vec b)
{
    return _mm512_mask_blend_ps(m, b, a);
}

INLINE vec vec_power(vec v)
{
    return _mm512_castsi512_ps(_mm512_slli_epi32(_mm512_castps_si512(v), 23));
}

/*
 * One instruction, with a table of four bits for each class of number, from the
 * lowest: quiet and signalling NaN stay; 0 gives 0; 1, -inf, inf, negative,
 * positive give their sign.
 */
INLINE vec vec_sign(vec v)
{
    return _mm512_fixupimm_ps(v, v, _mm512_set1_epi32((int)0xA9A9A822u), 0);
}

/* Four columns of rows i, i + 4, ... of a block, one row in each quarter. */
INLINE vec vec_quarters(const float *from, size_t ld, int i, int rows,
                        __mmask8 in)
{
    vec r = _mm512_setzero_ps();

#define QUARTER(h)          \
    if (4 * (h) + i < rows) \
    r = _mm512_insertf32x4(r, _mm_maskz_loadu_ps(in, from + 4 * (h)*ld), h)
    QUARTER(0);
    QUARTER(1);
    QUARTER(2);
    QUARTER(3);
#undef QUARTER
    return r;
}

/* As vec_quarters() for a whole block, which needs no masks. */
INLINE vec vec_whole_quarters(const float *from, size_t ld)
{
    vec r = _mm512_castps128_ps512(_mm_loadu_ps(from));

    r = _mm512_insertf32x4(r, _mm_loadu_ps(from + 4 * ld), 1);
    r = _mm512_insertf32x4(r, _mm_loadu_ps(from + 8 * ld), 2);
    return _mm512_insertf32x4(r, _mm_loadu_ps(from + 12 * ld), 3);
}

/* Transpose 4 x 4 elements within each quarter: first pairs, then fours, of a
 * column become neighbours. */
INLINE void vec_turn_quarters(vec r[4])
{
    __m512d a = _mm512_castps_pd(_mm512_unpacklo_ps(r[0], r[1]));
    __m512d b = _mm512_castps_pd(_mm512_unpackhi_ps(r[0], r[1]));
    __m512d c = _mm512_castps_pd(_mm512_unpacklo_ps(r[2], r[3]));
    __m512d d = _mm512_castps_pd(_mm512_unpackhi_ps(r[2], r[3]));

    r[0] = _mm512_castpd_ps(_mm512_unpacklo_pd(a, c));
    r[1] = _mm512_castpd_ps(_mm512_unpackhi_pd(a, c));
    r[2] = _mm512_castpd_ps(_mm512_unpacklo_pd(b, d));
    r[3] = _mm512_castpd_ps(_mm512_unpackhi_pd(b, d));
}

INLINE void vec_turn_whole(const float *from, size_t ld, float *to, size_t ldt)
{
    EACH (q, 4) {
        const float *at = from + 4 * q;
        vec r[4];

        EACH (i, 4) {
            r[i] = vec_whole_quarters(at, ld);
            at += ld;
            STEPPED(at);
        }
        vec_turn_quarters(r);
        EACH (i, 4) {
            vec_store(to, r[i]);
            to += ldt;
            STEPPED(to);
        }
    }
}

INLINE void vec_turn(const float *from, int ld, int rows, int cols, float *to,
                     int ldt)
{
    const size_t down = (size_t)ld, step = (size_t)ldt;

    if (rows == 16 && cols == 16) {
        vec_turn_whole(from, down, to, step);
        return;
    }
    for (int k = 0; k < cols; k += 4, from += 4) {
        const int c = cols - k < 4 ? cols - k : 4;
        const __mmask8 in = (__mmask8)((1u << c) - 1u);
        const float *at = from;
        vec r[4];

        EACH (i, 4) {
            r[i] = vec_quarters(at, down, i, rows, in);
            at += down;
            STEPPED(at);
        }
        vec_turn_quarters(r);
        EACH (i, 4)
            if (i < c) {
                vec_store(to, r[i]);
                to += step;
                STEPPED(to);
            }
    }
}

#endif
