/*
 * distance_features.h - what an attention kind trains in a reader: the features
 * that N compares, ReLU(W x + b), shared by both sides, and the site's numbers.
 */
#ifndef ENGINE_MODEL_DISTANCE_FEATURES_H
#define ENGINE_MODEL_DISTANCE_FEATURES_H

#include "engine/attention/attention.h"
#include "engine/attention/site.h"
#include "engine/layer/layers.h"

struct distance_features {
    bool wanted; /* the kind wants such features */
    struct linear of;
    struct site site;
};

/* Add, in the current scope, parameters "features" and those of site_add();
 * `init` as for linear_add_as(). */
struct distance_features distance_features_add(struct params *p, int in,
                                               int width,
                                               const struct chosen *kind,
                                               enum init init);

/* x [rows x in] to [rows x width]; NULL if the kind wants none. */
struct node *distance_features_apply(struct tape *t, const struct params *p,
                                     const struct distance_features *f,
                                     struct node *x);

/* Set the features that N compares, computed from x and y [rows x in], in `in`.
 */
void distance_features_put(struct tape *t, const struct params *p,
                           const struct distance_features *f, struct node *x,
                           struct node *y, struct attend *in);

/* attend() with one head and the site's parameters.  The features that N
 * compares are computed from in.q and in.k, unless they are set. */
struct attended distance_features_attend(struct tape *t, const struct params *p,
                                         const struct distance_features *f,
                                         const struct chosen *kind,
                                         struct attend in);

#endif
