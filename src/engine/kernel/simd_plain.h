/*
 * simd_plain.h - simd.h in C, for any processor.
 *
 * Four lanes, which compilers put into one vector register if there is one.
 * fmaf() is an instruction where the baseline has it and a call elsewhere.
 */
#ifndef ENGINE_KERNEL_SIMD_PLAIN_H
#define ENGINE_KERNEL_SIMD_PLAIN_H

#include <math.h>
#include <stdint.h>

#define SIMD_WIDTH 4
#define SIMD_REGISTERS 8
#define SIMD_LANES_FREE 0
#define SIMD_COUNTS_LANES /* part functions follow, see simd.h */

typedef float vec __attribute__((vector_size(16)));

#define VEC_EACH(value)                  \
    vec v_ = {0};                        \
    for (int i = 0; i < SIMD_WIDTH; i++) \
        v_[i] = (value);                 \
    return v_

INLINE vec vec_zero(void)
{
    return (vec){0};
}

INLINE vec vec_set(float x)
{
    return (vec){x, x, x, x};
}

INLINE vec vec_load_part(const float *p, int c)
{
    VEC_EACH(i < c ? p[i] : 0.0f);
}

INLINE vec vec_load(const float *p)
{
    return vec_load_part(p, SIMD_WIDTH);
}

INLINE void vec_store_part(float *p, int c, vec v)
{
    for (int i = 0; i < c; i++)
        p[i] = v[i];
}

INLINE void vec_store(float *p, vec v)
{
    vec_store_part(p, SIMD_WIDTH, v);
}

INLINE vec vec_add(vec a, vec b)
{
    return a + b;
}

/* Equal to vec_add(): see simd_x86.h. */
INLINE vec vec_add_aside(vec a, vec b)
{
    return a + b;
}

INLINE vec vec_sub(vec a, vec b)
{
    return a - b;
}

INLINE vec vec_mul(vec a, vec b)
{
    return a * b;
}

INLINE vec vec_div(vec a, vec b)
{
    return a / b;
}

INLINE vec vec_max(vec a, vec b)
{
    VEC_EACH(a[i] > b[i] ? a[i] : b[i]);
}

INLINE vec vec_abs(vec a)
{
    VEC_EACH(fabsf(a[i]));
}

INLINE vec vec_fma(vec a, vec b, vec c)
{
    VEC_EACH(fmaf(a[i], b[i], c[i]));
}

INLINE vec vec_fnma(vec a, vec b, vec c)
{
    VEC_EACH(fmaf(-a[i], b[i], c[i]));
}

INLINE float vec_sum(vec v)
{
    return (v[0] + v[2]) + (v[1] + v[3]);
}

INLINE unsigned vec_at_least(vec a, vec b)
{
    unsigned bits = 0;

    for (int i = 0; i < SIMD_WIDTH; i++)
        bits |= (unsigned)(a[i] >= b[i]) << i;
    return bits;
}

INLINE vec vec_choose(unsigned bits, vec a, vec b)
{
    VEC_EACH(bits >> i & 1 ? a[i] : b[i]);
}

/* Each lane has all bits set, or none. */
typedef int32_t vec_mask __attribute__((vector_size(16)));

INLINE vec_mask vec_not_below(vec a, vec b)
{
    return a >= b;
}

INLINE vec vec_pick(vec_mask m, vec a, vec b)
{
    return (vec)((m & (vec_mask)a) | (~m & (vec_mask)b));
}

INLINE vec vec_power(vec v)
{
    typedef uint32_t bits __attribute__((vector_size(16)));

    return (vec)((bits)v << 23);
}

/* 0 * x is 0 at 0 and NaN at NaN. */
INLINE vec vec_sign(vec v)
{
    VEC_EACH(v[i] > 0.0f ? 1.0f : v[i] < 0.0f ? -1.0f : 0.0f * v[i]);
}

INLINE void vec_turn(const float *from, int ld, int rows, int cols, float *to,
                     int ldt)
{
    for (int k = 0; k < cols; k++)
        for (int i = 0; i < SIMD_WIDTH; i++)
            to[(size_t)k * (size_t)ldt + i] =
                i < rows ? from[(size_t)i * (size_t)ld + k] : 0.0f;
}

#undef VEC_EACH

#endif
