/*
 * flow.h - attention between a document and a query, in both directions, by a
 * trilinear affinity (Seo et al. 2017, Eq. 1 to 4; Yu et al. 2018, section
 * 2.2):
 *
 *     S_ij = w1 c_i + w2 q_j + (w3 * c_i) q_j + b
 *     A = M Q,  G = [C; A; C * A; C * B]
 *
 * B is a second view of the document, one of
 *
 *     FLOW_CHAIN  B = M (M^T C): through the query (Xiong et al. 2017); if the
 *                 rows of M do not sum to 1, it grows with the lengths of both,
 *                 unless the kind prevents it (coda's field `mean`)
 *     FLOW_MAX    each B_i = sum_k softmax_k(max_j E_kj) c_k: the document as
 *                 the query sees it, equal for all of its tokens.  E is S as
 *                 the attention kind scales it, but the softmax is the same for
 *                 every kind.  It computes S a second time, a thousandth of
 *                 BiDAF's work
 *
 * No tensor of all pairs times the width is made: S is a product plus a number
 * for each row and each column.
 */
#ifndef ENGINE_MODEL_FLOW_H
#define ENGINE_MODEL_FLOW_H

#include "engine/model/distance_features.h"

enum flow_second { FLOW_CHAIN, FLOW_MAX };
extern const char *const flow_seconds[]; /* NULL-terminated */

struct flow {
    enum flow_second second;
    struct linear document, query;     /* w1 and b; w2 */
    int product;                       /* w3 */
    struct distance_features features; /* for N */
};

/* `init` is that of the features for N, as for linear_add_as().  The parameters
 * of S begin with Glorot's values for their shapes, and b with 0, whatever the
 * other layers begin with, as in the code of CS224N and of localminimum's
 * QANet. */
struct flow flow_add(struct params *p, int width, const struct chosen *kind,
                     enum flow_second second, enum init init, const char *name);

/* One side: [rows x width]. */
struct flow_side {
    struct node *x;
    struct segments seg;
};

/* Dropout on the copies that S is computed from, and on weights: M, and those
 * of FLOW_MAX. */
struct flow_dropout {
    float copies, weights;
};

/* Returns G [rows of c x 4 width]. */
struct node *flow_apply(struct tape *t, const struct params *p,
                        const struct flow *f, const struct chosen *kind,
                        struct flow_side c, struct flow_side q,
                        struct flow_dropout dropout, const int *example);

#endif
