/* simd_avx2.h - simd.h with AVX2 and FMA. */
#ifndef ENGINE_KERNEL_SIMD_AVX2_H
#define ENGINE_KERNEL_SIMD_AVX2_H

#include <immintrin.h>

#define SIMD_WIDTH 8
#define SIMD_REGISTERS 16
#define SIMD_LANES_FREE 0
#define MM(operation) _mm256_##operation

typedef __m256 vec;
typedef __m256i vec_lanes; /* all bits set, or none */

#include "engine/kernel/simd_x86.h"

INLINE vec_lanes vec_first(int c)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(c),
                              _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

INLINE vec vec_load_lanes(const float *p, vec_lanes l)
{
    return _mm256_maskload_ps(p, l);
}

INLINE void vec_store_lanes(float *p, vec_lanes l, vec v)
{
    _mm256_maskstore_ps(p, l, v);
}

INLINE vec vec_abs(vec a)
{
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a);
}

INLINE float vec_sum(vec v)
{
    __m128 four =
        _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));

    four = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(four, _mm_movehdup_ps(four)));
}

INLINE unsigned vec_at_least(vec a, vec b)
{
    return (unsigned)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_GE_OQ));
}

INLINE vec vec_choose(unsigned bits, vec a, vec b)
{
    const __m256i lane = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    __m256i set = _mm256_and_si256(_mm256_set1_epi32((int)bits), lane);

    set = _mm256_cmpeq_epi32(set, lane);
    return _mm256_blendv_ps(b, a, _mm256_castsi256_ps(set));
}

typedef vec vec_mask; /* all bits set, or none */

INLINE vec_mask vec_not_below(vec a, vec b)
{
    return _mm256_cmp_ps(a, b, _CMP_GE_OQ);
}

INLINE vec vec_pick(vec_mask m, vec a, vec b)
{
    return _mm256_blendv_ps(b, a, m);
}

INLINE vec vec_power(vec v)
{
    return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_castps_si256(v), 23));
}

/* Scaled beyond +-1 and clipped to it; 2^127 twice scales every value but 0
 * that far.  Min and max return their second operand if it is NaN. */
INLINE vec vec_sign(vec v)
{
    const vec lift = vec_set(0x1p127f);

    v = vec_mul(vec_mul(v, lift), lift);
    v = _mm256_min_ps(vec_set(1.0f), v);
    return _mm256_max_ps(vec_set(-1.0f), v);
}

/* Four columns of rows i and i + 4 of a block, one row in each half. */
INLINE vec vec_halves(const float *from, size_t ld, int i, int rows, __m128i in)
{
    vec r = _mm256_setzero_ps();

    if (i < rows)
        r = _mm256_insertf128_ps(r, _mm_maskload_ps(from, in), 0);
    if (4 + i < rows)
        r = _mm256_insertf128_ps(r, _mm_maskload_ps(from + 4 * ld, in), 1);
    return r;
}

/* As vec_halves() for a whole block, which needs no masks. */
INLINE vec vec_whole_halves(const float *from, size_t ld)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(from)),
                                _mm_loadu_ps(from + 4 * ld), 1);
}

/* Transpose 4 x 4 elements within each half: first pairs, then fours, of a
 * column become neighbours. */
INLINE void vec_turn_halves(vec r[4])
{
    vec a = _mm256_unpacklo_ps(r[0], r[1]), b = _mm256_unpackhi_ps(r[0], r[1]);
    vec c = _mm256_unpacklo_ps(r[2], r[3]), d = _mm256_unpackhi_ps(r[2], r[3]);

    r[0] = _mm256_shuffle_ps(a, c, 0x44);
    r[1] = _mm256_shuffle_ps(a, c, 0xee);
    r[2] = _mm256_shuffle_ps(b, d, 0x44);
    r[3] = _mm256_shuffle_ps(b, d, 0xee);
}

INLINE void vec_turn_whole(const float *from, size_t ld, float *to, size_t ldt)
{
    EACH (q, 2) {
        const float *at = from + 4 * q;
        vec r[4];

        EACH (i, 4) {
            r[i] = vec_whole_halves(at, ld);
            at += ld;
            STEPPED(at);
        }
        vec_turn_halves(r);
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

    if (rows == 8 && cols == 8) {
        vec_turn_whole(from, down, to, step);
        return;
    }
    for (int k = 0; k < cols; k += 4, from += 4) {
        const int c = cols - k < 4 ? cols - k : 4;
        const __m128i in = _mm256_castsi256_si128(vec_first(c));
        const float *at = from;
        vec r[4];

        EACH (i, 4) {
            r[i] = vec_halves(at, down, i, rows, in);
            at += down;
            STEPPED(at);
        }
        vec_turn_halves(r);
        EACH (i, 4)
            if (i < c) {
                vec_store(to, r[i]);
                to += step;
                STEPPED(to);
            }
    }
}

#endif
