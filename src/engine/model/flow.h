/*
 * flow.h - attention between a document and a query, both ways, by a trilinear
 * affinity (Seo et al. 2017, Eq. 1 to 4; Yu et al. 2018, section 2.2):
 *
 *     S_ij = w1 c_i + w2 q_j + (w3 * c_i) q_j + b
 *     A = M Q,  G = [C; A; C * A; C * B]
 *
 * and B, a second view of the document, one of
 *
 *     FLOW_CHAIN  B = M (M^T C): by way of the query (Xiong et al. 2017); where
 *                 M does not sum to 1 it grows with the lengths of both, unless
 *                 the kind says otherwise (coda's field `mean`)
 *     FLOW_MAX    each B_i = sum_k softmax_k(max_j E_kj) c_k: the document as
 *                 the query sees it, the same for all of its tokens.  E is S
 *                 as the attention kind scales it, but the softmax is one
 *                 whatever the kind.  S is computed once more for it, a
 *                 thousandth of BiDAF's work
 *
 * No tensor of all pairs times the width is made: S is a product and a number a
 * row and a column.
 */
#ifndef ENGINE_MODEL_FLOW_H
#define ENGINE_MODEL_FLOW_H

#include "engine/model/distance_features.h"

enum flow_second { FLOW_CHAIN, FLOW_MAX };
extern const char *const flow_seconds[]; /* NULL behind the last */

struct flow {
    enum flow_second second;
    struct linear document, query;     /* w1 and b; w2 */
    int product;                       /* w3 */
    struct distance_features features; /* for N */
};

/* `init` as linear_add_as() has it, of the features for N.  What S is made of
 * is Glorot's by its shape, and b 0, whatever the other layers begin with, as
 * in the code of CS224N and of localminimum's QANet. */
struct flow flow_add(struct params *p, int width, const struct chosen *kind,
                     enum flow_second second, enum init init, const char *name);

/* One side of it: [rows x width]. */
struct flow_side {
    struct node *x;
    struct segments seg;
};

/* On the copies that S is made of, and on weights: M, and FLOW_MAX's. */
struct flow_dropout {
    float copies, weights;
};

/* [rows of c x 4 width] */
struct node *flow_apply(struct tape *t, const struct params *p,
                        const struct flow *f, const struct chosen *kind,
                        struct flow_side c, struct flow_side q,
                        struct flow_dropout dropout, const int *example);

#endif
