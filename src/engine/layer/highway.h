/*
 * highway.h - highway layers, which pass part of their input through by a gate
 * (Srivastava et al. 2015): x <- z f(W x + b) + (1 - z) x, z = sigmoid(W' x +
 * b').
 */
#ifndef ENGINE_LAYER_HIGHWAY_H
#define ENGINE_LAYER_HIGHWAY_H

#include "engine/layer/layers.h"

#define HIGHWAY_LAYERS 8 /* at most */

struct highway {
    int n;
    bool relu; /* f; else the identity */
    struct linear transform[HIGHWAY_LAYERS], gate[HIGHWAY_LAYERS];
};

/* n layers of one width; `init` as in linear_add_as(), but He's only for W
 * followed by a ReLU: weights without one start as Glorot's. */
struct highway highway_add(struct params *p, int width, int n, bool relu,
                           enum init init, const char *name);

/* x and y [rows x width]; dropout on the output of f. */
struct node *highway_apply(struct tape *t, const struct params *p,
                           const struct highway *h, struct node *x,
                           float dropout, const struct segments *seg,
                           const int *example);

#endif
