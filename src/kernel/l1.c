#include "kernel/l1.h"

#include <math.h>

#include "kernel/kernel.h"
#include "kernel/l1_levels.h"

/* The reference: one readable loop. */
static void scalar_pairs(int m, int n, int d, float scale, const float *x,
                         int ldx, const float *y, int ldy, float *out, int ldo,
                         int causal, struct arena *scratch)
{
    (void)scratch;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            const float *a = x + (size_t)i * (size_t)ldx;
            const float *b = y + (size_t)j * (size_t)ldy;
            float sum = 0.0f;
            for (int k = 0; k < d && !(causal && j > i); k++)
                sum += fabsf(a[k] - b[k]);
            out[(size_t)i * (size_t)ldo + j] = scale * sum;
        }
}

static float sign(float x)
{
    return x > 0.0f ? 1.0f : x < 0.0f ? -1.0f : 0.0f * x;
}

static void scalar_backward(int m, int n, int d, float scale, const float *x,
                            int ldx, const float *y, int ldy, const float *g,
                            int ldg, float *dx, int lddx, float *dy, int lddy,
                            int causal, struct arena *scratch)
{
    (void)scratch;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n && !(causal && j > i); j++) {
            const float *a = x + (size_t)i * (size_t)ldx;
            const float *b = y + (size_t)j * (size_t)ldy;
            float s = scale * g[(size_t)i * (size_t)ldg + j];
            for (int k = 0; dx && k < d; k++)
                dx[(size_t)i * (size_t)lddx + k] += s * sign(a[k] - b[k]);
            for (int k = 0; dy && k < d; k++)
                dy[(size_t)j * (size_t)lddy + k] -= s * sign(a[k] - b[k]);
        }
}

static const struct {
    l1_forward *pairs;
    l1_backward *backward;
} levels[] = {
    [SIMD_SCALAR] = {scalar_pairs, scalar_backward},
#ifdef __x86_64__
    [SIMD_AVX2] = {l1_avx2_pairs, l1_avx2_backward},
    [SIMD_AVX512] = {l1_avx512_pairs, l1_avx512_backward},
#endif
};

void l1_pairs(int m, int n, int d, float scale, const float *x, int ldx,
              const float *y, int ldy, float *out, int ldo, int causal,
              struct arena *scratch)
{
    levels[kernel_simd()].pairs(m, n, d, scale, x, ldx, y, ldy, out, ldo,
                                causal, scratch);
}

void l1_pairs_backward(int m, int n, int d, float scale, const float *x,
                       int ldx, const float *y, int ldy, const float *g,
                       int ldg, float *dx, int lddx, float *dy, int lddy,
                       int causal, struct arena *scratch)
{
    levels[kernel_simd()].backward(m, n, d, scale, x, ldx, y, ldy, g, ldg, dx,
                                   lddx, dy, lddy, causal, scratch);
}
