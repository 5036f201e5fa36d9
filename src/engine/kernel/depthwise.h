/*
 * depthwise.h - depthwise convolution: each column has its own filter.
 *
 * The sequence is padded with zeros.  An element sums its taps in order,
 * whatever rows and columns one call computes, so all SIMD levels give the same
 * bits.
 */
#ifndef ENGINE_KERNEL_DEPTHWISE_H
#define ENGINE_KERNEL_DEPTHWISE_H

/* k taps; `before` of them lie before an element's own row. */
struct taps {
    int k, before;
};

/* y_i (+)= sum over taps t of w_t x_(i - before + t), for the rows [from, to)
 * of the n rows: x, y [n x d], w [k x d]. y is overwritten if `stores`, else
 * added to. */
void depthwise(struct taps of, int n, int from, int to, int d, const float *w,
               const float *x, float *y, int stores);

/* dw_t += sum over rows i of dy_i x_(i - before + t), for the columns [from,
 * to). */
void depthwise_weights(struct taps of, int n, int d, int from, int to,
                       const float *x, const float *dy, float *dw);

#endif
