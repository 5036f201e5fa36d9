/*
 * coattention.h - a document and a query that attend to one another, and to
 * what the other attended to (Xiong et al. 2017, section 2.2).  Of the
 * document's rows C and the query's Q', each with a learned row behind it, the
 * sentinel, that stands for nothing of the other side:
 *
 *     Q = tanh(Q' W + b),  L = C Q^T
 *     S^Q = (A^Q)^T C,  S^C = A^C [Q; S^Q]
 *
 * A^C is what the attention kind makes of the rows of L, A^Q of its columns; a
 * kind's means (coda's field `mean`) are over the sentinels, too.
 * What the document's sentinel attended to is dropped.
 */
#ifndef ENGINE_MODEL_COATTENTION_H
#define ENGINE_MODEL_COATTENTION_H

#include "engine/data/batch.h"
#include "engine/layer/layers.h"
#include "engine/model/distance_features.h"
#include "engine/model/input_layer.h"

struct coattention {
    struct linear query;               /* W and b */
    int sentinel[SIDES];               /* [1 x width] each; -1: without */
    struct distance_features features; /* for N */
};

struct coattention coattention_add(struct params *p, int width,
                                   const struct chosen *kind, bool sentinels,
                                   const char *name);

/* x[DOCUMENT] and x[QUERY] [rows x width] of the grain's parts; S^C [rows of
 * the document x 2 width].  `dropout` is on M. */
struct node *coattention_apply(struct tape *t, const struct params *p,
                               const struct coattention *a,
                               const struct chosen *kind, const struct grain *g,
                               struct node *const x[SIDES], float dropout);

#endif
