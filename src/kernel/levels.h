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

#include "kernel/kernel.h"

#ifdef __x86_64__
#define TARGET_AVX2 __attribute__((target("avx2,fma")))
#define TARGET_AVX512                                                    \
    __attribute__((target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma," \
                          "prefer-vector-width=512")))
#else
#define TARGET_AVX2
#define TARGET_AVX512
#endif

#define EVERY_LEVEL static inline __attribute__((always_inline))

#define BY_LEVEL(type, name, parameters, arguments)                   \
    static type name##_scalar parameters                              \
    {                                                                 \
        return name##_loop arguments;                                 \
    }                                                                 \
    TARGET_AVX2 static type name##_avx2 parameters                    \
    {                                                                 \
        return name##_loop arguments;                                 \
    }                                                                 \
    TARGET_AVX512 static type name##_avx512 parameters                \
    {                                                                 \
        return name##_loop arguments;                                 \
    }                                                                 \
    type name parameters                                              \
    {                                                                 \
        static type(*const level[])                                   \
            parameters = {name##_scalar, name##_avx2, name##_avx512}; \
        return level[kernel_simd()] arguments;                        \
    }

#endif
