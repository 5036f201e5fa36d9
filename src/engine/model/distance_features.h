/*
 * distance_features.h - what an attention kind trains for itself in a reader:
 * what N compares, ReLU(W x + b), shared by both sides, and its numbers.
 */
#ifndef ENGINE_MODEL_DISTANCE_FEATURES_H
#define ENGINE_MODEL_DISTANCE_FEATURES_H

#include "engine/attention/attention.h"
#include "engine/attention/site.h"
#include "engine/layer/layers.h"

struct distance_features {
    bool wanted; /* by the kind */
    struct linear of;
    struct site site;
};

/* In the scope that was entered, parameters "features" and those of site_add();
 * `init` as linear_add_as() has it. */
struct distance_features distance_features_add(struct params *p, int in,
                                               int width,
                                               const struct chosen *kind,
                                               enum init init);

/* x [rows x in] to [rows x width]; NULL where the kind wants none. */
struct node *distance_features_apply(struct tape *t, const struct params *p,
                                     const struct distance_features *f,
                                     struct node *x);

/* Put what N compares in `in`, made of x and of y [rows x in]. */
void distance_features_put(struct tape *t, const struct params *p,
                           const struct distance_features *f, struct node *x,
                           struct node *y, struct attend *in);

/* attend() with one head and what the site trains.  What N compares is made of
 * in.q and in.k, unless it was put in before. */
struct attended distance_features_attend(struct tape *t, const struct params *p,
                                         const struct distance_features *f,
                                         const struct chosen *kind,
                                         struct attend in);

#endif
