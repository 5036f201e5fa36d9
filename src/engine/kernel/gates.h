/*
 * gates.h - the elementwise part of recurrent layers, for one row at one step;
 * w is the width of the state.
 *
 * Gates lie side by side, each w wide: i, f, g, o of an LSTM; r, z, n of a GRU.
 * `p` is the part of a row's gates that comes from the previous state, `g` the
 * part that comes from its input; the gates' values overwrite `g`. In the
 * backward pass `dy` is the gradient of the state y from above and `dh` the
 * gradient from the following step; `d` receives the gradient of the gates'
 * pre-activations.
 *
 * If `most` is above 0, the gradient of each pre-activation is clipped to
 * [-most, most].  A GRU's gradient of n is clipped before anything is computed
 * from it, as Lasagne's grad_clipping does.
 *
 * Outputs must not overlap any other array, except that d may be g.  Accuracy:
 * about 3 ulp; NaN stays NaN, and may spread over the gates of its element.
 * All SIMD levels give the same bits.
 */
#ifndef ENGINE_KERNEL_GATES_H
#define ENGINE_KERNEL_GATES_H

#include <stddef.h>

/* c = f c0 + i g and y = o tanh(c), with i, f, o sigmoids, g a tanh. */
void gates_lstm(size_t w, const float *p, float *g, const float *c0, float *c,
                float *y);
/* dc holds the gradient of c from the following step, and becomes that of
 * c0. */
void gates_lstm_back(size_t w, const float *g, const float *c0, const float *y,
                     const float *dy, const float *dh, float *dc, float *d);

/* Reset after the product: r and z are sigmoids, q = p_n + b_n, n = tanh(g_n +
 * r q), y = (1 - z) n + z h0. b [3 w] is added to all of p. */
void gates_gru(size_t w, const float *p, const float *b, float *g,
               const float *h0, float *q, float *y);
/* dh becomes the part of h0's gradient that comes from no product; q becomes
 * its own gradient. */
void gates_gru_back(size_t w, const float *g, float *q, const float *h0,
                    const float *dy, float *dh, float *d, float most);

/* Reset before the product, in two steps: the caller multiplies rh = r h0 by
 * n's weights to get n's p; then n = tanh(g_n + p) and y = (1 - z) n + z h0. */
void gates_reset(size_t w, const float *p, float *g, const float *h0,
                 float *rh);
void gates_rest(size_t w, const float *p, float *g, const float *h0, float *y);
/* Backward: first d of z and n, and dh as above; then, from rh's gradient drh,
 * d of r and its part of dh. */
void gates_rest_back(size_t w, const float *g, const float *h0, const float *dy,
                     float *dh, float *d, float most);
void gates_reset_back(size_t w, const float *g, const float *h0,
                      const float *drh, float *dh, float *d, float most);

#endif
