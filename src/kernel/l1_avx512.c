/* l1.h's functions for processors with AVX-512. */
#ifdef __x86_64__
#pragma GCC target("avx512f,avx512dq,avx512bw,avx512vl,avx2,fma")
#include <immintrin.h>

#include "kernel/transpose_avx512.h"

#define NAMED(x) l1_avx512_##x
#define VEC __m512
#define WIDTH 16
#define ROWS(nv) ((nv) < 3 ? 8 : 4)
#define BACK_ROWS 4

#define FIRST(c) ((__mmask16)((1u << (c)) - 1u))
#define LOAD(p) _mm512_loadu_ps(p)
#define LOAD_PART(p, c) _mm512_maskz_loadu_ps(FIRST(c), p)
#define STORE_PART(p, c, v) _mm512_mask_storeu_ps(p, FIRST(c), v)
#define SET(x) _mm512_set1_ps(x)
#define ADD(a, b) _mm512_add_ps(a, b)
#define SUB(a, b) _mm512_sub_ps(a, b)
#define MUL(a, b) _mm512_mul_ps(a, b)
#define MAX(a, b) _mm512_max_ps(a, b)
#define ABS(a) _mm512_abs_ps(a)
#define FMADD(a, b, c) _mm512_fmadd_ps(a, b, c)
#define FNMADD(a, b, c) _mm512_fnmadd_ps(a, b, c)
#define AT_LEAST(a, b) ((unsigned)_mm512_cmp_ps_mask(a, b, _CMP_GE_OQ))
#define REDUCE(v) _mm512_reduce_add_ps(v)

/*
 * One instruction by a table of four bits a class of number, from the lowest:
 * NaN, signalling NaN stay; 0 gives 0; 1, -inf, inf, negative, positive give
 * their sign.
 */
#define SIGN(v) _mm512_fixupimm_ps(v, v, _mm512_set1_epi32((int)0xA9A9A822u), 0)

#include "kernel/l1_simd.h"
#endif
