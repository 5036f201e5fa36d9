/*
 * convolution.h - convolutions over the rows of segments, with zeros around
 * each.
 */
#ifndef ENGINE_LAYER_CONVOLUTION_H
#define ENGINE_LAYER_CONVOLUTION_H

#include "engine/layer/layers.h"

/* A full one: every output sees all inputs of `window` rows. */
struct convolution {
    struct linear of; /* [window * in x out] */
};

/* `init` as linear_add_as() has it, with window * in inputs; Glorot's counts
 * window * out outputs, too. */
struct convolution convolution_add(struct params *p, int in, int out,
                                   int window, enum init init,
                                   const char *name);
struct node *convolution_apply(struct tape *t, const struct params *p,
                               struct convolution c, struct node *x,
                               const struct segments *seg);

/* A depthwise one without bias, then all columns of a row mixed, then ReLU:
 * QANet's, after Chollet 2017. */
struct separable {
    int depth; /* [window x width] */
    struct linear point;
};

/* `depth` and `scale` say how the depthwise part starts, as params_add() has
 * them; `point` the rest, as linear_add_as() has it. */
struct separable separable_add(struct params *p, int width, int window,
                               enum init depth, float scale, enum init point,
                               const char *name);
struct node *separable_apply(struct tape *t, const struct params *p,
                             struct separable c, struct node *x,
                             const struct segments *seg);

#endif
