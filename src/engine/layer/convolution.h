/*
 * convolution.h - convolutions over the rows of segments, each padded with
 * zeros.
 */
#ifndef ENGINE_LAYER_CONVOLUTION_H
#define ENGINE_LAYER_CONVOLUTION_H

#include "engine/layer/layers.h"

/* A full convolution: every output reads all inputs of `window` rows. */
struct convolution {
    struct linear of; /* [window * in x out] */
};

/* `init` as in linear_add_as(), with window * in inputs; Glorot's also counts
 * window * out outputs. */
struct convolution convolution_add(struct params *p, int in, int out,
                                   int window, enum init init,
                                   const char *name);
struct node *convolution_apply(struct tape *t, const struct params *p,
                               struct convolution c, struct node *x,
                               const struct segments *seg);

/* A depthwise convolution without bias, then a linear layer over the columns of
 * each row, then ReLU: QANet's, after Chollet 2017. */
struct separable {
    int depth; /* [window x width] */
    struct linear point;
};

/* `depth` and `scale` give the depthwise part's initial values, as in
 * params_add(); `point` those of the rest, as in linear_add_as(). */
struct separable separable_add(struct params *p, int width, int window,
                               enum init depth, float scale, enum init point,
                               const char *name);
struct node *separable_apply(struct tape *t, const struct params *p,
                             struct separable c, struct node *x,
                             const struct segments *seg);

#endif
