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

/* x is `width` wide and f `features`; `init` as linear_add_as() has it. */
struct fusion fusion_add(struct params *p, int width, int features,
                         enum init init, const char *name);

/* x [n x width], f [n x features] what x is fused with beside x itself, in
 * whatever order: [x; a; x*a; x-a]; y [n x width]. */
struct node *fusion_apply(struct tape *t, const struct params *p,
                          struct fusion u, struct node *x, struct node *f);

/* What stands beside x in f, made of a `y` of its width. */
enum fused {
    FUSED_PAIR,       /* [x; y] */
    FUSED_PRODUCT,    /* [y; x; x*y], PhaseCond's Eq. 11 */
    FUSED_DIFFERENCE, /* [x; y; x*y; x-y], Hu et al.'s */
};
extern const char *const fused_names[]; /* NULL behind the last */

/* A unit that reads f of these forms. */
struct fusion fusion_add_fused(struct params *p, int width, enum fused form,
                               enum init init, const char *name);
struct node *fusion_apply_fused(struct tape *t, const struct params *p,
                                struct fusion u, enum fused form,
                                struct node *x, struct node *y);

#endif
