/*
 * depthwise.h - each column of a sequence convolved with a filter of its own.
 *
 * Around the sequence there are zeros.  An element adds up its taps in order,
 * whatever rows and columns are asked for at a time: the same bits at every
 * SIMD level.
 */
#ifndef ENGINE_KERNEL_DEPTHWISE_H
#define ENGINE_KERNEL_DEPTHWISE_H

/* k taps, of which `before` stand before an element's own row. */
struct taps {
    int k, before;
};

/* y_i (+)= sum over taps t of w_t x_(i - before + t), for the rows [from, to)
 * of x's n: x, y [n x d], w [k x d]; stored or added. */
void depthwise(struct taps of, int n, int from, int to, int d, const float *w,
               const float *x, float *y, int stores);

/* dw_t += sum over rows i of dy_i x_(i - before + t), for the columns
 * [from, to). */
void depthwise_weights(struct taps of, int n, int d, int from, int to,
                       const float *x, const float *dy, float *dw);

#endif
