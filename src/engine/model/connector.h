/*
 * connector.h - a bidirectional attention connector (Tay et al., NeurIPS 2018,
 * section 2.1): what each token of a sequence attends to in another sequence,
 * in both directions, compressed to three numbers a token.  For X [rows x d]
 * and Y [cols x d]:
 *
 *     E = F(X) F(Y)^T / sqrt(d),  Y' = M Y,  X' = M^T X
 *     N from the same features or from features of its own
 *     g(x_i) = [FM([x_i; y'_i]), FM(x_i - y'_i), FM(x_i * y'_i)]
 *
 * The attention kind computes M from E and, if it has one, from N.  F is one
 * layer of ReLU or two, shared by both sides.  FM is a factorisation machine.
 * g(y_j) is computed from y_j and x'_j in the same way.
 */
#ifndef ENGINE_MODEL_CONNECTOR_H
#define ENGINE_MODEL_CONNECTOR_H

#include "engine/data/batch.h"
#include "engine/layer/factorisation.h"
#include "engine/layer/layers.h"
#include "engine/model/distance_features.h"
#include "engine/model/input_layer.h"

#define CONNECTOR_LAYERS 2

struct connector_how {
    int layers; /* of F, up to CONNECTOR_LAYERS */
    int factors;
    bool bias;   /* in F */
    bool shared; /* both sides share the machines */
    bool both;   /* the query's numbers are wanted, too */
    const struct chosen *kind; /* borrowed while the connector is used */
    float dropout;             /* on M */
};

struct connector {
    struct connector_how how;
    struct linear project[CONNECTOR_LAYERS]; /* F */
    struct distance_features features;       /* for N */
    struct factorisation of[SIDES]; /* the query's: none unless `both`; the
                                       document's if shared */
};

/*
 * A connector between sequences of `width` columns, in the current scope, with
 * parameters "project.N" (F), "both", "difference" and "product" (the machines;
 * below "document" and "query" unless shared) and, if the kind has them,
 * "features" and those of site_add().
 */
struct connector connector_add(struct params *p,
                               const struct connector_how *how, int width);

/* From x[DOCUMENT] and x[QUERY] [rows x width] of the grain's parts compute
 * out[SIDES] [rows x FACTORED]; out[QUERY] is NULL unless `both`. */
void connector_apply(struct tape *t, const struct params *p,
                     const struct connector *k, const struct grain *g,
                     struct node *const x[SIDES], struct node *out[SIDES]);

#endif
