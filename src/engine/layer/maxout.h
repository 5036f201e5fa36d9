/*
 * maxout.h - a highway maxout network (Xiong et al. 2017): a score for each row
 * u_t of a sequence, given a vector `about` for the sequence.
 *
 *     r     = tanh(W_D about)
 *     m1_t  = maxout(W1 [u_t; r] + b1)
 *     m2_t  = maxout(W2 m1_t + b2)
 *     score = maxout(W3 [m1_t; m2_t] + b3)
 *
 * The product of W1 with u_t is computed once and reused for each new `about`.
 */
#ifndef ENGINE_LAYER_MAXOUT_H
#define ENGINE_LAYER_MAXOUT_H

#include "engine/layer/layers.h"

struct hmn {
    int pool;
    struct linear know;          /* W_D */
    struct linear rows, more;    /* the parts of W1 for u_t and for r */
    struct linear second, third; /* as in tape_linear_maxout() */
};

/* u_t is `rows` wide, the given vector `about`, r, m1 and m2 `width`; a unit
 * has `pool` pieces.  `init` as in linear_add_as(). */
struct hmn hmn_add(struct params *p, int rows, int about, int width, int pool,
                   enum init init, const char *name);

/* u [n x rows]; the result is for hmn_apply(). */
struct node *hmn_cache(struct tape *t, const struct params *p,
                       const struct hmn *h, struct node *u);

/* about [seg->n x about]; scores [n x 1], seg being u's segments.  Dropout on
 * the inputs of W2 and W3. */
struct node *hmn_apply(struct tape *t, const struct params *p,
                       const struct hmn *h, struct node *cache,
                       struct node *about, const struct segments *seg,
                       float dropout, const int *example);

#endif
