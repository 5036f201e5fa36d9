/*
 * ops.h - the operations that models are made of, all over packed matrices.
 *
 * Every op states shapes and gradient; the gradients of all uses of a node are
 * summed, and inputs without a gradient (constants) are skipped.  No op fails.
 * Inputs must outlive the tape; segments are borrowed until the arena is reset.
 */
#ifndef ENGINE_TAPE_OPS_H
#define ENGINE_TAPE_OPS_H

#include "engine/data/segments.h"
#include "engine/tape/pairs.h"

/*
 * Y = X W + b: x [n x k], w [k x m], b [1 x m] or NULL, y [n x m].
 * dX += dY W^T, dW += X^T dY, db += column sums of dY.
 */
struct node *tape_linear(struct tape *t, struct node *x, struct node *w,
                         struct node *b);

/* tape_linear() followed by ReLU, fused; the gradient at 0 is 0. */
struct node *tape_linear_relu(struct tape *t, struct node *x, struct node *w,
                              struct node *b);

/* Y = X W^T, w [m x k]: output scores from a shared embedding. */
struct node *tape_linear_transposed(struct tape *t, struct node *x,
                                    struct node *w);

/* Rows of a table, or of any other node, by number: y_i = scale table[id_i];
 * id [n] borrowed. */
struct node *tape_lookup(struct tape *t, struct node *table, const int32_t *id,
                         int n, float scale);

/* Elementwise; both have the same shape. y = a + b, y = a - b, y = a * b. */
struct node *tape_add(struct tape *t, struct node *a, struct node *b);
struct node *tape_subtract(struct tape *t, struct node *a, struct node *b);
struct node *tape_mul(struct tape *t, struct node *a, struct node *b);
/* y = scale x + shift */
struct node *tape_affine(struct tape *t, struct node *x, float scale,
                         float shift);
struct node *tape_relu(struct tape *t, struct node *x);
struct node *tape_tanh(struct tape *t, struct node *x);
struct node *tape_sigmoid(struct tape *t, struct node *x);
struct node *tape_atan(struct tape *t, struct node *x);
/* y = elu(x) + 1: x + 1 above 0, else e^x */
struct node *tape_elu_plus(struct tape *t, struct node *x);
/* y = x / sqrt(1 + x^2) */
struct node *tape_algebraic(struct tape *t, struct node *x);

/* y = g a + (1 - g) b: a gate between a and b, all of the same shape.
 * Gradient: dg += dy (a - b), da += dy g, db += dy (1 - g). */
struct node *tape_gate(struct tape *t, struct node *g, struct node *a,
                       struct node *b);
/* y_ij = x_ij w_j: x [n x d], w [1 x d].  dW += column sums of dY X. */
struct node *tape_mul_row(struct tape *t, struct node *x, struct node *w);
/* Repeat each element of x [1 x n] cols / n times, side by side: y [1 x
 * cols]. */
struct node *tape_repeat(struct tape *t, struct node *x, int cols);

/* [a b]: rows side by side; a [n x p], b [n x q], y [n x (p + q)]. */
struct node *tape_concat(struct tape *t, struct node *a, struct node *b);
/* As tape_concat() for `parts` matrices of n rows each. */
struct node *tape_concat_all(struct tape *t, struct node *const *part,
                             int parts);
/* Columns [from, from + n) of x [rows x d]: y [rows x n], a copy. */
struct node *tape_columns(struct tape *t, struct node *x, int from, int n);

/* Sum (mean) over the rows of each segment: x [rows x d], y [seg->n x d].  An
 * empty segment gives zeros. */
struct node *tape_segment_sum(struct tape *t, struct node *x,
                              const struct segments *seg);
struct node *tape_segment_mean(struct tape *t, struct node *x,
                               const struct segments *seg);

/* Maximum of each column within each segment: x [rows x d], y [seg->n x d];
 * an empty segment gives zeros.  The gradient goes to the first of equal
 * maxima. */
struct node *tape_segment_max(struct tape *t, struct node *x,
                              const struct segments *seg);

/* Softmax down each column of each segment: x, y [rows x c] with c small.
 * dx_i += y_i (dy_i - sum_k y_k dy_k) over the rows k of i's segment. */
struct node *tape_segment_softmax(struct tape *t, struct node *x,
                                  const struct segments *seg);

/* Weighted sum of each segment's rows, one weight per row: x [rows x d], weight
 * [rows x 1], y [seg->n x d]. */
struct node *tape_segment_pool(struct tape *t, struct node *x,
                               struct node *weight, const struct segments *seg);

/* Copy a segment's row to each of its rows: x [seg->n x d], y [rows x d].
 * Gradient: dx_s += sum of dy over its rows. */
struct node *tape_segment_repeat(struct tape *t, struct node *x,
                                 const struct segments *seg);

/*
 * Y = [x_i; z_s; x_i * z_s] W + b for the rows i of segment s: x [rows x d], z
 * [seg->n x d], w [3 d x n], b [1 x n] or NULL, y [rows x n].  Takes a third of
 * the work of tape_linear() on the concatenated columns.
 */
struct node *tape_segment_linear(struct tape *t, struct node *x, struct node *z,
                                 struct node *w, struct node *b,
                                 const struct segments *seg);

/*
 * Three factorisation machines (Rendle 2010, Eq. 1 and lemma 3.1) of pairs of
 * rows x_i and y_i.  Their inputs are [x; y], the difference, and the product;
 * none of these is stored.  For an input row z a machine gives
 *     w0 + w . z + 1/2 (sum_f (v_f . z)^2 - sum_f sum_k v_kf^2 z_k^2)
 * x, y [n x d], the result [n x 3].  With p = z V and c_k = sum_f v_kf^2:
 *     dz = dy (w + p V^T - c * z), from which dx and dy follow;
 *     dV += Z^T (dy P) - (sums of dy z^2) * V, dw += Z^T dy,
 *     dw0 += sum of dy.
 */
enum factored {
    FACTORED_BOTH,       /* [x; y] */
    FACTORED_DIFFERENCE, /* x - y */
    FACTORED_PRODUCT,    /* x * y */
    FACTORED
};
struct factor_machine {
    struct node *factors; /* V [2 d or d x factors], equally many for all */
    struct node *weight;  /* w [2 d or d x 1] */
    struct node *bias;    /* w0 [1 x 1] */
};
struct node *tape_factorisation(struct tape *t, struct node *x, struct node *y,
                                const struct factor_machine of[FACTORED]);

/* Interleave two packed matrices by segment: y's segment s is a's segment s
 * followed by b's. *both is set to y's segments, on the arena. */
struct node *tape_segment_concat(struct tape *t, struct node *a,
                                 const struct segments *sa, struct node *b,
                                 const struct segments *sb,
                                 struct segments *both);

/*
 * Convolution over the rows of each segment, padded with zeros: x [rows x c], w
 * [k*c x f] tap by tap, b [1 x f] or NULL, y [rows x f];
 *     y_i = b + sum over taps t of x_(i - k/2 + t) W_t, k odd or even.
 * Gradients dX, dW, db as of tape_linear() on the k rows that each output
 * reads.
 */
struct node *tape_convolution(struct tape *t, struct node *x, struct node *w,
                              struct node *b, const struct segments *seg);

/* Depthwise convolution, each column by itself: w [k x d], x and y [rows x d];
 * y_ij = sum over taps t of w_tj x_(i - k/2 + t)j. */
struct node *tape_depthwise(struct tape *t, struct node *x, struct node *w,
                            const struct segments *seg);

/*
 * Layer normalisation of each row: y = gain (x - mean) / sqrt(var + epsilon)
 * + bias; gain, bias [1 x d].
 */
struct node *tape_layer_norm(struct tape *t, struct node *x, struct node *gain,
                             struct node *bias, float epsilon);

/*
 * Add sinusoidal positions to each segment's rows, counted from first[segment]:
 * Tensor2Tensor's form, sines in the first half of the width and cosines in the
 * second, at rates from 1 to 1 in 10,000. first NULL: all count from 0.
 */
struct node *tape_positions(struct tape *t, struct node *x,
                            const struct segments *seg, const int *first);

/* The signals of positions [0, n) alone, [n x d], for models that add them many
 * times. */
struct node *tape_signals(struct tape *t, int n, int d);
/* Add them: tape_positions() from 0, with signals [longest segment or more x
 * d], which have no gradient. */
struct node *tape_add_signals(struct tape *t, struct node *x,
                              const struct node *signals,
                              const struct segments *seg);

/*
 * Inverted dropout with probability p: y = x m, where m is 0 or 1/(1-p),
 * addressed by (step, example[s], site, offset inside segment s).  Returns x
 * itself if the tape does not train or p is 0.  Each call with p > 0 takes the
 * tape's next site, whether it trains or not.
 */
struct node *tape_dropout(struct tape *t, struct node *x, float p,
                          const struct segments *seg, const int *example);

/* x + tape_dropout(z), in one pass. */
struct node *tape_residual(struct tape *t, struct node *x, struct node *z,
                           float p, const struct segments *seg,
                           const int *example);

/* As tape_dropout() with one mask per segment: a column is kept or dropped in
 * all rows of a segment, because the offset is the column alone. */
struct node *tape_dropout_columns(struct tape *t, struct node *x, float p,
                                  const struct segments *seg,
                                  const int *example);

/* ------------------------------------------------------------------------
 * Recurrent layers over packed segments; each segment starts from a state of
 * zeros.  Below, h is the state one row before, or one row after if `reversed`:
 * then a segment is read from its last row back.  Gates lie side by side in the
 * columns of the weights; b, and c of tape_gru(), may be NULL.  The gradient
 * goes back through all steps; products with X are computed for all rows at
 * once, and so is the gradient of u, in the order of the rows.
 */

/*
 * Long short-term memory: x [rows x k], w [k x 4 n], b [1 x 4 n], u [n x 4 n],
 * y [rows x n].
 *     [i f g o] = X W + b + h U
 *     c' = sigmoid(f) c + sigmoid(i) tanh(g),  y = sigmoid(o) tanh(c')
 */
struct node *tape_lstm(struct tape *t, struct node *x, struct node *w,
                       struct node *b, struct node *u,
                       const struct segments *seg, bool reversed);

/*
 * Gated recurrent unit with the reset after the product, as in cuDNN: w [k x 3
 * n], b and c [1 x 3 n], u [n x 3 n], y [rows x n].
 *     [r z n] = X W + b,  [r' z' n'] = h U + c
 *     r = sigmoid(r + r'),  z = sigmoid(z + z'),  n = tanh(n + r n')
 *     y = (1 - z) n + z h
 * If `most` is above 0, gradients are clipped elementwise to [-most, most] on
 * their way back through each step: first that of n's pre-activation, then
 * those of X W + b and h U + c, as Lasagne's grad_clipping does.
 */
struct node *tape_gru(struct tape *t, struct node *x, struct node *w,
                      struct node *b, struct node *u, struct node *c,
                      const struct segments *seg, bool reversed, float most);

/*
 * Gated recurrent unit with the reset before the product, as in Cho et al.
 * 2014:
 *     [r z n] = X W + b,  [r' z'] = h [U_r U_z]
 *     n = tanh(n + (r h) U_n),  the rest as above
 */
struct node *tape_gru_reset_before(struct tape *t, struct node *x,
                                   struct node *w, struct node *b,
                                   struct node *u, const struct segments *seg,
                                   bool reversed, float most);

/* One step of an LSTM for independent rows: from the previous state, h and c [m
 * x n], and gates X W + b [m x 4 n], to which h U is added, compute the next
 * state; u [n x 4 n]. */
struct lstm_state {
    struct node *h, *c;
};
struct lstm_state tape_lstm_cell(struct tape *t, struct node *gates,
                                 struct node *u, struct lstm_state before);

/* The final states of each segment's recurrence: the first `forward` columns of
 * its last row, the other columns of its first row: x [rows x d], y [seg->n x
 * d].  An empty segment gives zeros. */
struct node *tape_segment_ends(struct tape *t, struct node *x,
                               const struct segments *seg, int forward);

/*
 * Layer dropout: decide whether the following sublayer is kept; p is the
 * probability that it is skipped.  Drawn once per step, at (step, site) without
 * an example, so that all grains of a batch agree.  Always kept if the tape
 * does not train or is dry.
 *
 *     const struct sublayer l = tape_sublayer(t, p);
 *
 *     if (l.kept)
 *         x = tape_residual(t, x, ...);
 *     tape_sublayer_end(t, l);
 *
 * takes one site and reserves SUBLAYER_SITES for the code between the calls, so
 * that later sites do not depend on the draw.  If p is 0 nothing is drawn or
 * taken.
 */
#define SUBLAYER_SITES 15

struct sublayer {
    bool kept;
    uint32_t end; /* the site to continue from; 0: the tape's current one */
};
struct sublayer tape_sublayer(struct tape *t, float p);
void tape_sublayer_end(struct tape *t, struct sublayer l);

/*
 * Softmax with cross-entropy against one class per row, fused: scores [n x c],
 * target [n] (borrowed), weight each row's share; y [1 x 1] is
 *     weight * sum_i -(sum_c q_c log p_ic),
 * where q is (1 - smoothing) on the target and smoothing / (c - 1) elsewhere.
 */
struct node *tape_cross_entropy(struct tape *t, struct node *scores,
                                const int32_t *target, float smoothing,
                                float weight);

/*
 * As tape_cross_entropy() over scores X W^T that are never stored whole: x [n x
 * d], w [c x d] a shared embedding, a parameter or a leaf.  A test compares it
 * with tape_linear_transposed() followed by tape_cross_entropy().  The loss
 * must be the node that tape_backward() starts from, because dW is computed in
 * the forward pass.
 */
struct node *tape_tied_cross_entropy(struct tape *t, struct node *x,
                                     struct node *w, const int32_t *target,
                                     float smoothing, float weight);

/*
 * Softmax with cross-entropy against one row of each segment, fused: scores
 * [rows x c], target [seg->n x c] a row's index inside its segment (borrowed),
 * -1 if there is no target, as for an empty segment; y [1 x 1] is
 *     weight * sum over segments s, columns j of share_sj * -log p_j(target_sj)
 * share [seg->n x c] (borrowed) or NULL: all 1.
 */
struct node *tape_segment_cross_entropy(struct tape *t, struct node *scores,
                                        const struct segments *seg,
                                        const int32_t *target,
                                        const float *share, float weight);

/* Index in its segment of the maximum of each column of x, the first of equal
 * ones: [seg->n x c] on the arena; -1 for an empty segment, 0 on a dry tape. */
const int32_t *tape_segment_best(struct tape *t, const struct node *x,
                                 const struct segments *seg);

/*
 * Maxout: y_iu = max over the pieces j of x_i(j*units + u): x [n x pieces *
 * units], y [n x units].  The gradient goes to the first of equal maxima.
 */
struct node *tape_maxout(struct tape *t, struct node *x, int pieces);

/* Maxout of x_i + r_s, where r [seg->n x pieces * units] has a row for each
 * segment of x, without storing the sums. */
struct node *tape_segment_maxout(struct tape *t, struct node *x, struct node *r,
                                 const struct segments *seg, int pieces);

/* tape_maxout() of X W^T + b, which is not stored: x [n x k], w [pieces * units
 * x k], b [1 x pieces * units] or NULL, y [n x units].  Backward takes 1/pieces
 * of the work of a product. */
struct node *tape_linear_maxout(struct tape *t, struct node *x, struct node *w,
                                struct node *b, int pieces);

/* ------------------------------------------------------------------------
 * Over pairs (tape/pairs.h).
 */

/* e_ij = scale q_i . k_j for each head: q [rows x heads*d], k [cols x
 * heads*d]. */
struct node *tape_pair_dot(struct tape *t, const struct pairs *p,
                           struct node *q, struct node *k, float scale);
/* As tape_pair_dot(), over features [first, first + n) of each head; n >= 0. */
struct node *tape_pair_dot_part(struct tape *t, const struct pairs *p,
                                struct node *q, struct node *k, int first,
                                int n, float scale);
/* n_ij = scale ||q_i - k_j||_1 for each head; sign(0) = 0 in the gradient.  If
 * scale is 0 the result is 0, and no distance is computed. */
struct node *tape_pair_l1(struct tape *t, const struct pairs *p, struct node *q,
                          struct node *k, float scale);
/* y_ij = x_ij + scale (r_i + c_j) for each head: row [rows x heads], col [cols
 * x heads], either may be NULL; forbidden pairs are 0. */
struct node *tape_pair_bias(struct tape *t, const struct pairs *p,
                            struct node *x, struct node *row, struct node *col,
                            float scale);
/* y_ii = 0, the other pairs stay as they are. */
struct node *tape_pair_zero_self(struct tape *t, const struct pairs *p,
                                 struct node *x);
/* y_i = max_j x_ij for each head, y [rows x heads]; 0 if a row has no pair.
 * The gradient goes to the first of equal maxima. */
struct node *tape_pair_row_max(struct tape *t, const struct pairs *p,
                               struct node *x);
/* x - mean of the block's allowed pairs (Eq. 4, 6); forbidden pairs are 0. */
struct node *tape_pair_center(struct tape *t, const struct pairs *p,
                              struct node *x);

/* A function of the allowed pairs of one row, or of one column: y from x, and
 * dx (added to) from x, y and dy.  A line has n > 0. */
struct line_function {
    void (*forward)(size_t n, const float *x, float *y, struct arena *scratch);
    void (*backward)(size_t n, const float *x, const float *y, const float *dy,
                     float *dx);
};
enum pair_line { PAIR_ROWS, PAIR_COLS };

/* Apply a function to each row or each column; forbidden pairs are 0. */
struct node *tape_pair_line(struct tape *t, const struct pairs *p,
                            struct node *x, enum pair_line along,
                            const struct line_function *f);
extern const struct line_function line_softmax;
/* y_j = x_j / n: pooling with it gives a mean instead of a sum. */
extern const struct line_function line_mean;
/* y_j = x_j - mean of the line. */
extern const struct line_function line_center;

/* Set forbidden pairs to 0. */
struct node *tape_pair_mask(struct tape *t, const struct pairs *p,
                            struct node *x);
/* Dropout on pairs; offset inside the segment is (head*rows + i)*cols + j. */
struct node *tape_pair_dropout(struct tape *t, const struct pairs *p,
                               struct node *x, float rate, const int *example);
/* y_i = sum_j m_ij b_j for each head (M B): b [cols x heads*d], y [rows x
 * heads*d]. */
struct node *tape_pair_pool(struct tape *t, const struct pairs *p,
                            struct node *m, struct node *b);
/* y_j = sum_i m_ij a_i for each head (M^T A): a [rows x heads*d]. */
struct node *tape_pair_pool_transposed(struct tape *t, const struct pairs *p,
                                       struct node *m, struct node *a);

#endif
