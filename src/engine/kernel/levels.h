/*
 * levels.h - functions that are compiled once for each SIMD level.
 *
 * The files in simd_sources (src/local.mk) are compiled several times, each
 * time with the compiler flags of one level.  In them BY_LEVEL precedes the
 * body of a function:
 *
 *     BY_LEVEL(float, dot, (size_t n, const float *x, const float *y),
 *              (n, x, y))
 *     {
 *         ...
 *     }
 *
 * Each compilation makes the level's own form of the function, for example
 * dot_avx2().  The first compilation also makes dot(), which calls the form of
 * the level that kernel_simd() returns.  A file that uses BY_LEVEL but is not
 * in simd_sources does not link.
 *
 * Apart from that such a file has only INLINE functions, types and macros, and
 * between #if ONCE and #endif what is compiled in the first compilation only.
 *
 * Within a level, AT_LEVEL(name) names that level's form of a function in
 * another of these files.
 *
 * Numbers must not depend on the level: see simd.h.
 */
#ifndef ENGINE_KERNEL_LEVELS_H
#define ENGINE_KERNEL_LEVELS_H

#include <stddef.h>

#include "engine/kernel/kernel.h"

#if defined(LEVEL_AVX512)
#define AT_LEVEL(name) name##_avx512
#elif defined(LEVEL_AVX2)
#define AT_LEVEL(name) name##_avx2
#elif defined(LEVEL_NEON)
#define AT_LEVEL(name) name##_neon
#else /* the first compilation, with the flags of the rest */
#define LEVEL_PLAIN
#define AT_LEVEL(name) name##_plain
#endif

#ifdef LEVEL_PLAIN
#define ONCE 1
#else
#define ONCE 0
#endif

/* Declare the forms of NAME, and define NAME itself. */
#if !ONCE
#define CHOOSE_LEVEL(type, name, parameters, arguments)
#elif defined(__x86_64__)
#define CHOOSE_LEVEL(type, name, parameters, arguments)   \
    type name##_avx2 parameters;                          \
    type name##_avx512 parameters;                        \
    type name parameters;                                 \
    type name parameters                                  \
    {                                                     \
        static type(*const forms[])                       \
            parameters = {[SIMD_PLAIN] = name##_plain,    \
                          [SIMD_NEON] = NULL,             \
                          [SIMD_AVX2] = name##_avx2,      \
                          [SIMD_AVX512] = name##_avx512}; \
        return forms[kernel_simd()] arguments;            \
    }
#elif defined(__aarch64__)
#define CHOOSE_LEVEL(type, name, parameters, arguments)              \
    type name##_neon parameters;                                     \
    type name parameters;                                            \
    type name parameters                                             \
    {                                                                \
        static type(*const forms[]) parameters = {                   \
            [SIMD_PLAIN] = name##_plain, [SIMD_NEON] = name##_neon}; \
        return forms[kernel_simd()] arguments;                       \
    }
#else
#define CHOOSE_LEVEL(type, name, parameters, arguments) \
    type name parameters;                               \
    type name parameters                                \
    {                                                   \
        return name##_plain arguments;                  \
    }
#endif

#define BY_LEVEL(type, name, parameters, arguments) \
    type AT_LEVEL(name) parameters;                 \
    CHOOSE_LEVEL(type, name, parameters, arguments) \
    type AT_LEVEL(name) parameters

#define INLINE static inline __attribute__((always_inline))

/* Put before a loop over arrays that are identical or do not overlap: no
 * iteration reads what another writes. */
#ifdef __clang__
#define NOTHING_CARRIED _Pragma("clang loop vectorize(assume_safety)")
#else
#define NOTHING_CARRIED _Pragma("GCC ivdep")
#endif

#endif
