/*
 * layer_norm.h - one row of layer normalisation (Ba et al. 2016).
 *
 *     z = (x - mean) r,  r = 1 / sqrt(mean((x - mean)^2) + epsilon)
 *     y = z gain + bias
 *
 * All SIMD levels give the same bits.
 */
#ifndef ENGINE_KERNEL_LAYER_NORM_H
#define ENGINE_KERNEL_LAYER_NORM_H

#include <stddef.h>

/* What z is computed from; with x it is all that the backward pass needs. */
struct norm_row {
    float mean, r;
};

/* All arrays are [d]. */
struct norm_row norm_forward(size_t d, float epsilon, const float *x,
                             const float *gain, const float *bias, float *y);

/*
 * With g = gain dy: dx = r (g - mean(g) - z mean(g z)), overwritten if
 * `stores`, else added to; dgain += dy z and dbias += dy.  Each of the three
 * may be NULL. dy and z [d] are used as scratch.
 */
void norm_backward(size_t d, struct norm_row of, const float *x,
                   const float *gain, float *dy, float *z, float *dx,
                   int stores, float *dgain, float *dbias);

#endif
