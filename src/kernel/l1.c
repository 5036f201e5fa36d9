#include "kernel/l1.h"

#include "kernel/kernel.h"
#include "kernel/l1_levels.h"

static l1_forward_function *const pairs[] = AT_EACH_LEVEL(l1_pairs);
static l1_backward_function *const backward[] = AT_EACH_LEVEL(l1_backward);

void l1_pairs(int m, int n, int d, float scale, const float *x, int ldx,
              const float *y, int ldy, float *out, int ldo, int causal,
              struct arena *scratch)
{
    pairs[kernel_simd()](m, n, d, scale, x, ldx, y, ldy, out, ldo, causal,
                         scratch);
}

void l1_pairs_backward(int m, int n, int d, float scale, const float *x,
                       int ldx, const float *y, int ldy, const float *g,
                       int ldg, float *dx, int lddx, float *dy, int lddy,
                       int causal, struct arena *scratch)
{
    backward[kernel_simd()](m, n, d, scale, x, ldx, y, ldy, g, ldg, dx, lddx,
                            dy, lddy, causal, scratch);
}
