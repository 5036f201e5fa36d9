/*
 * coattention.h - coattention: a document and a query attend to each other, and
 * to what the other attended to (Xiong et al. 2017, section 2.2).  C is the
 * document's rows and Q' the query's.  Each has a learned row after it, the
 * sentinel, which represents nothing of the other side:
 *
 *     Q = tanh(Q' W + b),  L = C Q^T
 *     S^Q = (A^Q)^T C,  S^C = A^C [Q; S^Q]
 *
 * The attention kind computes A^C from the rows of L and A^Q from its columns;
 * a kind's means (coda's field `mean`) include the sentinels.  What the
 * document's sentinel attended to is dropped.
 */
#ifndef ENGINE_MODEL_COATTENTION_H
#define ENGINE_MODEL_COATTENTION_H

#include "engine/data/batch.h"
#include "engine/layer/layers.h"
#include "engine/model/distance_features.h"
#include "engine/model/input_layer.h"

struct coattention {
    struct linear query;               /* W and b */
    int sentinel[SIDES];               /* [1 x width] each; -1: no sentinels */
    struct distance_features features; /* for N */
};

struct coattention coattention_add(struct params *p, int width,
                                   const struct chosen *kind, bool sentinels,
                                   const char *name);

/* x[DOCUMENT] and x[QUERY]: [rows x width] of the grain's parts.  Returns S^C
 * [rows of the document x 2 width].  `dropout` is on M. */
struct node *coattention_apply(struct tape *t, const struct params *p,
                               const struct coattention *a,
                               const struct chosen *kind, const struct grain *g,
                               struct node *const x[SIDES], float dropout);

#endif
