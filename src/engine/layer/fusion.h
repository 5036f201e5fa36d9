/*
 * fusion.h - a semantic fusion unit (Hu et al. 2018), the inner fusion of the
 * phase conductor: y = z tanh(W f + b) + (1 - z) x, z = sigmoid(W' f + b').
 */
#ifndef ENGINE_LAYER_FUSION_H
#define ENGINE_LAYER_FUSION_H

#include "engine/layer/layers.h"

struct fusion {
    struct linear value, gate;
};

/* x is `width` wide and f `features`; `init` as in linear_add_as(). */
struct fusion fusion_add(struct params *p, int width, int features,
                         enum init init, const char *name);

/* x [n x width]; f [n x features] contains x and what it is fused with, in any
 * order: [x; a; x*a; x-a]; y [n x width]. */
struct node *fusion_apply(struct tape *t, const struct params *p,
                          struct fusion u, struct node *x, struct node *f);

/* The form of f, made of x and a `y` of the same width. */
enum fused {
    FUSED_PAIR,       /* [x; y] */
    FUSED_PRODUCT,    /* [y; x; x*y], PhaseCond's Eq. 11 */
    FUSED_DIFFERENCE, /* [x; y; x*y; x-y], Hu et al.'s */
};
extern const char *const fused_names[]; /* ends with NULL */

/* A unit whose f has one of these forms. */
struct fusion fusion_add_fused(struct params *p, int width, enum fused form,
                               enum init init, const char *name);
struct node *fusion_apply_fused(struct tape *t, const struct params *p,
                                struct fusion u, enum fused form,
                                struct node *x, struct node *y);

#endif
