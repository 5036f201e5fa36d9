/*
 * levels.h - one function, compiled for each SIMD level.
 *
 * A loop is written once, as an EVERY_LEVEL function NAME_loop; BY_LEVEL then
 * makes three copies of it that differ in what the compiler may use, and NAME,
 * which takes the one that kernel_simd() allows:
 *
 *     EVERY_LEVEL float dot_loop(size_t n, const float *x, const float *y)
 *     {
 *         ...
 *     }
 *     BY_LEVEL(float, dot, (size_t n, const float *x, const float *y),
 *              (n, x, y))
 */
#ifndef KERNEL_LEVELS_H
#define KERNEL_LEVELS_H

#include <stddef.h>

#include "kernel/kernel.h"

#define EVERY_LEVEL static inline __attribute__((always_inline))

/* Before a loop over arrays that are the same or apart: no turn of it reads
 * what another writes. */
#ifdef __clang__
#define NOTHING_CARRIED _Pragma("clang loop vectorize(assume_safety)")
#else
#define NOTHING_CARRIED _Pragma("GCC ivdep")
#endif

#ifdef __x86_64__
#ifdef __clang__
#define WIDEST /* what it does by itself */
#else
#define WIDEST ",prefer-vector-width=512"
#endif
#define TARGET_AVX2 __attribute__((target("avx2,fma")))
#define TARGET_AVX512 \
    __attribute__((   \
        target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma" WIDEST)))

#define BY_LEVEL_AS(storage, type, name, parameters, arguments) \
    static type name##_plain parameters                         \
    {                                                           \
        return name##_loop arguments;                           \
    }                                                           \
    TARGET_AVX2 static type name##_avx2 parameters              \
    {                                                           \
        return name##_loop arguments;                           \
    }                                                           \
    TARGET_AVX512 static type name##_avx512 parameters          \
    {                                                           \
        return name##_loop arguments;                           \
    }                                                           \
    storage type name parameters                                \
    {                                                           \
        static type(*const level[])                             \
            parameters = {[SIMD_PLAIN] = name##_plain,          \
                          [SIMD_NEON] = NULL,                   \
                          [SIMD_AVX2] = name##_avx2,            \
                          [SIMD_AVX512] = name##_avx512};       \
        return level[kernel_simd()] arguments;                  \
    }
#else
/* What the compiler makes of the baseline is all there is. */
#define BY_LEVEL_AS(storage, type, name, parameters, arguments) \
    storage type name parameters                                \
    {                                                           \
        return name##_loop arguments;                           \
    }
#endif

#define BY_LEVEL(type, name, parameters, arguments) \
    BY_LEVEL_AS(extern, type, name, parameters, arguments)
/* The same for a function of one file. */
#define BY_LEVEL_HERE(type, name, parameters, arguments) \
    BY_LEVEL_AS(static, type, name, parameters, arguments)

#endif
