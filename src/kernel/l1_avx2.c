/* l1.h's functions for processors with AVX2 and FMA. */
#ifdef __x86_64__
#pragma GCC target("avx2,fma")
#include <immintrin.h>

#define NAMED(x) l1_avx2_##x
#define VEC __m256
#define WIDTH 8
#define ROWS(nv) ((nv) < 2 ? 8 : (nv) < 3 ? 4 : 2)
#define BACK_ROWS 4

/* The first c of eight lanes, all bits set. */
static inline __m256i first(int c)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(c),
                              _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

#define LOAD(p) _mm256_loadu_ps(p)
#define LOAD_PART(p, c) _mm256_maskload_ps(p, first(c))
#define STORE_PART(p, c, v) _mm256_maskstore_ps(p, first(c), v)
#define SET(x) _mm256_set1_ps(x)
#define ADD(a, b) _mm256_add_ps(a, b)
#define SUB(a, b) _mm256_sub_ps(a, b)
#define MUL(a, b) _mm256_mul_ps(a, b)
#define MAX(a, b) _mm256_max_ps(a, b)
#define ABS(a) _mm256_andnot_ps(_mm256_set1_ps(-0.0f), a)
#define FMADD(a, b, c) _mm256_fmadd_ps(a, b, c)
#define FNMADD(a, b, c) _mm256_fnmadd_ps(a, b, c)
#define AT_LEAST(a, b) \
    ((unsigned)_mm256_movemask_ps(_mm256_cmp_ps(a, b, _CMP_GE_OQ)))
#define REDUCE(v) reduce(v)
#define SIGN(v) sign(v)

static inline float reduce(__m256 v)
{
    __m128 s =
        _mm_add_ps(_mm256_castps256_ps128(v), _mm256_extractf128_ps(v, 1));

    s = _mm_add_ps(s, _mm_movehl_ps(s, s));
    return _mm_cvtss_f32(_mm_add_ss(s, _mm_movehdup_ps(s)));
}

/* Blown up beyond 1 and cut there; twice 2^127 lifts any but 0 that far.  Min
 * and max hand on their second operand when it is NaN. */
static inline __m256 sign(__m256 v)
{
    __m256 lift = _mm256_set1_ps(0x1p127f);

    v = _mm256_mul_ps(_mm256_mul_ps(v, lift), lift);
    v = _mm256_min_ps(_mm256_set1_ps(1.0f), v);
    return _mm256_max_ps(_mm256_set1_ps(-1.0f), v);
}

/* Pairs, then fours, of one row become neighbours; 128-bit halves last. */
static inline void transpose_block(const float *from, int ld, int rows,
                                   int cols, float *to, int ldt)
{
    __m256 r[8], t[8];

    for (int i = 0; i < 8; i++)
        r[i] = i < rows ? LOAD_PART(from + (size_t)i * (size_t)ld, cols)
                        : _mm256_setzero_ps();
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
        _mm256_storeu_ps(to + (size_t)k * (size_t)ldt, t[k]);
}

#include "kernel/l1_simd.h"
#endif
