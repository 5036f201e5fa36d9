/* simd_avx2.h - simd.h with AVX2 and FMA. */
#ifndef KERNEL_SIMD_AVX2_H
#define KERNEL_SIMD_AVX2_H

#include <immintrin.h>

#define AT_LEVEL(name) name##_avx2
#define SIMD_WIDTH 8
#define SIMD_REGISTERS 16

typedef __m256 vec;
typedef __m256i vec_lanes; /* all bits set, or none */

INLINE vec_lanes vec_first(int c)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(c),
                              _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

INLINE vec vec_zero(void)
{
    return _mm256_setzero_ps();
}

INLINE vec vec_set(float x)
{
    return _mm256_set1_ps(x);
}

INLINE vec vec_load(const float *p)
{
    return _mm256_loadu_ps(p);
}

INLINE vec vec_load_lanes(const float *p, vec_lanes l)
{
    return _mm256_maskload_ps(p, l);
}

INLINE vec vec_load_part(const float *p, int c)
{
    return vec_load_lanes(p, vec_first(c));
}

INLINE void vec_store(float *p, vec v)
{
    _mm256_storeu_ps(p, v);
}

INLINE void vec_store_lanes(float *p, vec_lanes l, vec v)
{
    _mm256_maskstore_ps(p, l, v);
}

INLINE void vec_store_part(float *p, int c, vec v)
{
    vec_store_lanes(p, vec_first(c), v);
}

INLINE vec vec_add(vec a, vec b)
{
    return _mm256_add_ps(a, b);
}

INLINE vec vec_sub(vec a, vec b)
{
    return _mm256_sub_ps(a, b);
}

INLINE vec vec_mul(vec a, vec b)
{
    return _mm256_mul_ps(a, b);
}

INLINE vec vec_max(vec a, vec b)
{
    return _mm256_max_ps(a, b);
}

INLINE vec vec_abs(vec a)
{
    return _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a);
}

INLINE vec vec_fma(vec a, vec b, vec c)
{
    return _mm256_fmadd_ps(a, b, c);
}

INLINE vec vec_fnma(vec a, vec b, vec c)
{
    return _mm256_fnmadd_ps(a, b, c);
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

/* Blown up beyond 1 and cut there; twice 2^127 lifts any but 0 that far.  Min
 * and max hand on their second operand when it is NaN. */
INLINE vec vec_sign(vec v)
{
    const vec lift = vec_set(0x1p127f);

    v = vec_mul(vec_mul(v, lift), lift);
    v = _mm256_min_ps(vec_set(1.0f), v);
    return _mm256_max_ps(vec_set(-1.0f), v);
}

/* Pairs, then fours, of one row become neighbours; 128-bit halves last. */
INLINE void vec_turn(const float *from, int ld, int rows, int cols, float *to,
                     int ldt)
{
    __m256 r[8], t[8];

    for (int i = 0; i < 8; i++)
        r[i] = i < rows ? vec_load_part(from + (size_t)i * (size_t)ld, cols)
                        : vec_zero();
    for (int i = 0; i < 8; i += 2) {
        t[i] = _mm256_unpacklo_ps(r[i], r[i + 1]);
        t[i + 1] = _mm256_unpackhi_ps(r[i], r[i + 1]);
    }
    for (int i = 0; i < 8; i += 4)
        for (int c = 0; c < 2; c++) {
            r[i + 2 * c] = _mm256_shuffle_ps(t[i + c], t[i + c + 2], 0x44);
            r[i + 2 * c + 1] = _mm256_shuffle_ps(t[i + c], t[i + c + 2], 0xee);
        }
    for (int c = 0; c < 4; c++) {
        t[c] = _mm256_permute2f128_ps(r[c], r[4 + c], 0x20);
        t[4 + c] = _mm256_permute2f128_ps(r[c], r[4 + c], 0x31);
    }
    for (int k = 0; k < cols; k++)
        vec_store(to + (size_t)k * (size_t)ldt, t[k]);
}

#endif
