/*
 * maxout.h - a highway maxout network (Xiong et al. 2017): the score of each
 * row u_t of a sequence, seen what is known about the sequence.
 *
 *     r     = tanh(W_D about)
 *     m1_t  = maxout(W1 [u_t; r] + b1)
 *     m2_t  = maxout(W2 m1_t + b2)
 *     score = maxout(W3 [m1_t; m2_t] + b3)
 *
 * What W1 makes of u_t is made once and serves each time more is known.
 */
#ifndef ENGINE_LAYER_MAXOUT_H
#define ENGINE_LAYER_MAXOUT_H

#include "engine/layer/layers.h"

struct hmn {
    int pool;
    struct linear know;          /* W_D */
    struct linear rows, more;    /* W1 of u_t and of r */
    struct linear second, third; /* as tape_linear_maxout() has them */
};

/* u_t is `rows` wide, what is known `about`, r, m1 and m2 `width`; a unit has
 * `pool` pieces.  `init` as linear_add_as() has it. */
struct hmn hmn_add(struct params *p, int rows, int about, int width, int pool,
                   enum init init, const char *name);

/* u [n x rows]; for hmn_apply(). */
struct node *hmn_cache(struct tape *t, const struct params *p,
                       const struct hmn *h, struct node *u);

/* about [seg->n x about]; scores [n x 1], seg being u's.  Dropout on what W2
 * and W3 are given. */
struct node *hmn_apply(struct tape *t, const struct params *p,
                       const struct hmn *h, struct node *cache,
                       struct node *about, const struct segments *seg,
                       float dropout, const int *example);

#endif
