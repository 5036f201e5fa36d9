/*
 * layers.h - basic layers: a few parameters and the ops that use them.
 *
 * x_add() declares parameters in a scope of that name, or in the current one if
 * the name is "" (layer/params.h); x_apply() puts the layer on a tape.  The
 * structs hold only parameter numbers and may be copied freely.
 */
#ifndef ENGINE_LAYER_LAYERS_H
#define ENGINE_LAYER_LAYERS_H

#include "engine/layer/params.h"
#include "engine/tape/ops.h"

struct linear {
    int weight, bias; /* bias -1: none */
};
struct linear linear_add(struct params *p, int in, int out, bool bias,
                         const char *name);
/* As linear_add() with other initial values: INIT_GLOROT or INIT_HE with a bias
 * of 0, or INIT_FAN_IN for both. */
struct linear linear_add_as(struct params *p, int in, int out, bool bias,
                            enum init init, const char *name);

/* Initial values of weights that no ReLU follows, if weights before a ReLU
 * start as `init`: Glorot's instead of He's, others unchanged. */
static inline enum init init_without_relu(enum init init)
{
    return init == INIT_HE ? INIT_GLOROT : init;
}

struct node *linear_apply(struct tape *t, const struct params *p,
                          struct linear l, struct node *x);
struct node *linear_relu(struct tape *t, const struct params *p,
                         struct linear l, struct node *x);

/* Two ReLU layers, dropout before each (Parikh et al. 2016: F, G, H). */
struct mlp {
    struct linear first, second;
};
struct mlp mlp_add(struct params *p, int in, int hidden, const char *name);
struct node *mlp_apply(struct tape *t, const struct params *p, struct mlp m,
                       struct node *x, float dropout,
                       const struct segments *seg, const int *example);

/* epsilon is Tensor2Tensor's, 1e-6, unless changed. */
struct norm {
    int gain, bias;
    float epsilon;
};
struct norm norm_add(struct params *p, int width, const char *name);
struct node *norm_apply(struct tape *t, const struct params *p, struct norm n,
                        struct node *x);

#endif
