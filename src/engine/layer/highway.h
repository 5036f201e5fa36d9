/*
 * highway.h - layers that pass their input on as far as a gate says
 * (Srivastava et al. 2015): x <- z f(W x + b) + (1 - z) x,
 * z = sigmoid(W' x + b').
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

/* n layers of one width; `init` as linear_add_as() has it, He's of W with a
 * ReLU alone: what it is not of starts as Glorot's. */
struct highway highway_add(struct params *p, int width, int n, bool relu,
                           enum init init, const char *name);

/* x [rows x width], y the same; dropout on what f gives. */
struct node *highway_apply(struct tape *t, const struct params *p,
                           const struct highway *h, struct node *x,
                           float dropout, const struct segments *seg,
                           const int *example);

#endif
