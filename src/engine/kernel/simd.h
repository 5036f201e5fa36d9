/*
 * simd.h - a thin layer over vectors of floats, for functions that levels.h
 * compiles once for each SIMD level.
 *
 * Numbers must not depend on the level: a sum across lanes must run over a
 * number of lanes that is the same at every level, and no decision may depend
 * on the vector width.  Each operation below rounds as IEEE 754 says, the fused
 * ones once.
 *
 *     SIMD_WIDTH          floats in a vec
 *     SIMD_REGISTERS      vector registers that a kernel may use
 *     vec_load(p), vec_store(p, v)            p need not be aligned
 *     vec_load_part(p, c), vec_store_part(p, c, v)   the first c floats, c from
 *                         0 to SIMD_WIDTH; nothing else is touched, and the
 *                         other lanes are loaded as 0
 *     vec_first(c), vec_load_lanes(p, l), vec_store_lanes(p, l, v)   the same
 *                         in two steps, for a loop: vec_lanes l = vec_first(c)
 *     SIMD_LANES_FREE     is vec_load_lanes() as fast as vec_load()?
 *     EACH (i, n)         a loop that is fully unrolled
 *     STEPPED(p)          put after p += step in such a loop
 *     vec_zero(), vec_set(x), vec_add, vec_sub, vec_mul, vec_div, vec_abs
 *     vec_max(a, b)       a > b ? a : b, except that of NaN and of zeros either
 *                         may be taken
 *     vec_fma(a, b, c)    a b + c;  vec_fnma(a, b, c)  c - a b
 *     vec_sign(v)         +-1, 0 at 0, NaN at NaN
 *     vec_at_least(a, b)  a bit for each lane where a >= b
 *     vec_sum(v)          the lanes' sum: the upper half is added to the lower
 *                         until one is left, as tree_sum() in sums.h does
 *     vec_choose(bits, a, b)   a in the lanes whose bits are set, else b
 *     vec_mask m = vec_not_below(a, b), vec_pick(m, a, b)   the same two if the
 *                         bits themselves are not needed: a where a >= b, which
 *                         is false for NaN
 *     vec_power(v)        2^n where the low 8 bits of v's pattern are n + 127
 *     vec_turn(from, ld, rows, cols, to, ldt)   to [cols x SIMD_WIDTH] = the
 *                         transpose of from [rows x cols], both at most
 *                         SIMD_WIDTH; zeros after the rows
 */
#ifndef ENGINE_KERNEL_SIMD_H
#define ENGINE_KERNEL_SIMD_H

#include <stddef.h>

#include "engine/kernel/levels.h"

/* A loop with constant bounds that the compiler unrolls fully, so that the
 * elements of arrays become registers. */
#ifdef __clang__
#define EACH(i, n) \
    _Pragma("clang loop unroll(full)") for (int i = 0; i < (n); i++)
#else
#define EACH(i, n) _Pragma("GCC unroll 16") for (int i = 0; i < (n); i++)
#endif

/* Hide from the compiler how a pointer was computed, so that it is incremented
 * from here on.  Otherwise each iteration of an unrolled loop gets an address
 * of its own. */
#define STEPPED(p) __asm__("" : "+r"(p))

#if defined(LEVEL_AVX512)
#include "engine/kernel/simd_avx512.h"
#elif defined(LEVEL_AVX2)
#include "engine/kernel/simd_avx2.h"
#elif defined(LEVEL_NEON)
#include "engine/kernel/simd_neon.h"
#else
#include "engine/kernel/simd_plain.h"
#endif

/* A level defines either the lanes or the part functions; this defines the
 * other. */
#if defined(SIMD_COUNTS_LANES)
typedef int vec_lanes;

INLINE vec_lanes vec_first(int c)
{
    return c;
}

INLINE vec vec_load_lanes(const float *p, vec_lanes l)
{
    return vec_load_part(p, l);
}

INLINE void vec_store_lanes(float *p, vec_lanes l, vec v)
{
    vec_store_part(p, l, v);
}
#else
INLINE vec vec_load_part(const float *p, int c)
{
    return vec_load_lanes(p, vec_first(c));
}

INLINE void vec_store_part(float *p, int c, vec v)
{
    vec_store_lanes(p, vec_first(c), v);
}
#endif

INLINE int at_most(int a, int b)
{
    return a < b ? a : b;
}

INLINE int round_up(int n, int to)
{
    return (n + to - 1) / to * to;
}

#endif
