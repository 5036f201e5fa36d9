/*
 * connector.h - a bidirectional attention connector (Tay et al., NeurIPS 2018,
 * section 2.1): what each token of a sequence attends to in another, and the
 * other way round, compressed to three numbers a token.  Of X [rows x d] and
 * Y [cols x d]:
 *
 *     E = F(X) F(Y)^T / sqrt(d),  Y' = M Y,  X' = M^T X
 *     N likewise, of the same features or of its own
 *     g(x_i) = [FM([x_i; y'_i]), FM(x_i - y'_i), FM(x_i * y'_i)]
 *
 * M is what the attention kind makes of E and, where it has one, of N; F is one
 * layer of ReLU or two, shared by both sides; g(y_j) is made of y_j and x'_j
 * alike.
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
    bool shared; /* machines, by both sides */
    bool both;   /* the query's numbers are wanted, too */
    const struct chosen *kind; /* borrowed, as long as the connector is used */
    float dropout;             /* on M */
};

struct connector {
    struct connector_how how;
    struct linear project[CONNECTOR_LAYERS]; /* F */
    struct distance_features features;       /* for N */
    struct factorisation of[SIDES]; /* the query's: none unless `both`, or as
                                       the document's where shared */
};

/*
 * Between sequences that are `width` wide, in the scope that was entered:
 * parameters "project.N" (F), "both", "difference" and "product" (the machines;
 * below "document" and "query" unless shared) and, where the kind has them,
 * "features" and those of site_add().
 */
struct connector connector_add(struct params *p,
                               const struct connector_how *how, int width);

/* x[DOCUMENT] and x[QUERY] [rows x width] of the grain's parts to out[SIDES]
 * [rows x FACTORED]; out[QUERY] is NULL unless `both`. */
void connector_apply(struct tape *t, const struct params *p,
                     const struct connector *k, const struct grain *g,
                     struct node *const x[SIDES], struct node *out[SIDES]);

#endif
