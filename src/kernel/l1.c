#include "kernel/l1.h"

#include <math.h>

/* The reference: one readable loop, the same for every processor. */
void l1_pairs(int m, int n, int d, float scale, const float *x, int ldx,
              const float *y, int ldy, float *out, int ldo, int causal,
              struct arena *scratch)
{
    (void)scratch;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0.0f;
            for (int k = 0; k < d && !(causal && j > i); k++)
                sum += fabsf(x[(size_t)i * ldx + k] - y[(size_t)j * ldy + k]);
            out[(size_t)i * ldo + j] = scale * sum;
        }
}

static float sign(float x)
{
    return x > 0.0f ? 1.0f : x < 0.0f ? -1.0f : 0.0f * x;
}

void l1_pairs_backward(int m, int n, int d, float scale, const float *x,
                       int ldx, const float *y, int ldy, const float *g,
                       int ldg, float *dx, int lddx, float *dy, int lddy,
                       int causal, struct arena *scratch)
{
    (void)scratch;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n && !(causal && j > i); j++)
            for (int k = 0; k < d; k++) {
                float v = scale * g[(size_t)i * ldg + j] *
                          sign(x[(size_t)i * ldx + k] - y[(size_t)j * ldy + k]);
                if (dx)
                    dx[(size_t)i * lddx + k] += v;
                if (dy)
                    dy[(size_t)j * lddy + k] -= v;
            }
}
