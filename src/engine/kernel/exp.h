/*
 * exp.h - e^x for inlining into kernels: one value at a time and without
 * branches, as in vector_math.c.  The polynomial is that of Cephes (Moshier),
 * single precision.
 */
#ifndef ENGINE_KERNEL_EXP_H
#define ENGINE_KERNEL_EXP_H

#include <stdint.h>
#include <string.h>

#include "engine/kernel/levels.h"

/* 1.5 * 2^23: adding it rounds to an integer, which is left in the low bits. */
#define ROUNDER 12582912.0f

#define EXP_LEAST -43.66827f /* ln 2^-63 */

INLINE float from_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof(x));
    return x;
}

INLINE uint32_t to_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof(bits));
    return bits;
}

/*
 * e^x = 2^n e^r with |r| <= ln(2)/2. 2^n is made of two factors, for n = 128.
 *
 * Below 2^-63 the result is 0, which is negligible beside a weight of 1.  So
 * the product of two such powers, or of one and a gradient above 1e-19, is a
 * normal number.
 */
INLINE float exp_one(float x)
{
    x = x > 89.0f ? 89.0f : x;

    float shifted = __builtin_fmaf(x, 1.44269504088896341f, ROUNDER);
    float n = shifted - ROUNDER;
    float r = __builtin_fmaf(n, -0.693359375f, x);
    r = __builtin_fmaf(n, 2.12194440e-4f, r);

    float p = 1.9875691500e-4f;
    p = __builtin_fmaf(p, r, 1.3981999507e-3f);
    p = __builtin_fmaf(p, r, 8.3334519073e-3f);
    p = __builtin_fmaf(p, r, 4.1665795894e-2f);
    p = __builtin_fmaf(p, r, 1.6666665459e-1f);
    p = __builtin_fmaf(p, r, 5.0000001201e-1f);
    p = __builtin_fmaf(p, r * r, r) + 1.0f;

    uint32_t whole = to_bits(shifted) - to_bits(ROUNDER);
    uint32_t half = (uint32_t)((int32_t)whole >> 1);
    float low = from_bits((half + 127u) << 23);
    float high = from_bits((whole - half + 127u) << 23);
    return x < EXP_LEAST ? 0.0f : p * low * high;
}

#endif
