/*
 * gates.h - what recurrent layers do to one row at one step, element by
 * element; w is the width of the state.
 *
 * Gates stand side by side, w wide each: i, f, g, o of an LSTM, r, z, n of a
 * GRU.  `p` is the part of a row's gates that comes from the state before,
 * `g` the part from its input, in place of which the gates' values are kept.
 * Way back, `dy` is the gradient of the state y from above and `dh` the one
 * that comes from the step after; `d` receives the gradient of the gates' sums.
 *
 * With `most` above 0 no gradient of a gate's sum is more than that, either
 * way; a GRU's n is cut before what depends on it is made of it, as Lasagne's
 * grad_clipping does.
 *
 * Outputs are apart from everything else, but that d may be g.  Accuracy: 3 ulp
 * or so; NaN stays NaN, and may spread over the gates of its element.  All SIMD
 * levels give the same bits.
 */
#ifndef ENGINE_KERNEL_GATES_H
#define ENGINE_KERNEL_GATES_H

#include <stddef.h>

/* c = f c0 + i g and y = o tanh(c), with i, f, o sigmoids, g a tanh. */
void gates_lstm(size_t w, const float *p, float *g, const float *c0, float *c,
                float *y);
/* dc is that of c as the step after leaves it, and becomes that of c0. */
void gates_lstm_back(size_t w, const float *g, const float *c0, const float *y,
                     const float *dy, const float *dh, float *dc, float *d);

/* The reset after the product: r and z are sigmoids, q = p_n + b_n, n =
 * tanh(g_n + r q), y = (1 - z) n + z h0.  b [3 w] is added to all of p. */
void gates_gru(size_t w, const float *p, const float *b, float *g,
               const float *h0, float *q, float *y);
/* dh becomes the part of h0's gradient that is no product's; q becomes its
 * own gradient. */
void gates_gru_back(size_t w, const float *g, float *q, const float *h0,
                    const float *dy, float *dh, float *d, float most);

/* The reset before the product, in two steps: of rh = r h0 the product p
 * of n is made, then n = tanh(g_n + p) and y = (1 - z) n + z h0. */
void gates_reset(size_t w, const float *p, float *g, const float *h0,
                 float *rh);
void gates_rest(size_t w, const float *p, float *g, const float *h0, float *y);
/* And back: d of z and n, and dh as above; then, from rh's gradient drh, d
 * of r, and dh gets its part. */
void gates_rest_back(size_t w, const float *g, const float *h0, const float *dy,
                     float *dh, float *d, float most);
void gates_reset_back(size_t w, const float *g, const float *h0,
                      const float *drh, float *dh, float *d, float most);

#endif
