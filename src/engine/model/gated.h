/*
 * gated.h - gated attention (Wang et al. 2017, R-NET; in DecaProp's forms): the
 * rows of a document and what they attend to, times a gate.  For X [rows x d]
 * and Y [cols x d]:
 *
 *     A = M Y,  E = relu(X W) relu(Y W')^T / sqrt(width)
 *     N from the same features or from relu(X V + b), relu(Y V + b)
 *     passage:  x * sigmoid([x; a] G + b)
 *     pair:     [x; a] * sigmoid([x; a] G)
 *     squared:  relu([(a - x)^2; a * x] G + b)
 */
#ifndef ENGINE_MODEL_GATED_H
#define ENGINE_MODEL_GATED_H

#include "engine/data/batch.h"
#include "engine/layer/layers.h"
#include "engine/model/distance_features.h"
#include "engine/model/input_layer.h"

enum gated_form { GATED_PASSAGE, GATED_PAIR, GATED_SQUARED };
extern const char *const gated_names[]; /* NULL-terminated */

struct gated_how {
    enum gated_form form;
    int width;   /* that both sides are projected to */
    bool shared; /* W' is W */
    const struct chosen *kind; /* borrowed while the attention is used */
    float dropout;             /* on M */
};

struct gated {
    struct gated_how how;
    struct linear rows, cols, gate;
    struct distance_features features; /* for N */
    int out;                      /* width of gated_apply()'s result */
};

/*
 * For sides of d columns, with parameters "NAME.rows" (W), "NAME.cols" (W',
 * unless shared) and "NAME.gate" (G) and, if the kind has them, "NAME.features"
 * (V) and those of site_add().
 */
struct gated gated_add(struct params *p, const struct gated_how *how,
                       int d, const char *name);

/* x [rows of the document x d], y [rows of `part` x d] to [rows x out]. */
struct node *gated_apply(struct tape *t, const struct params *p,
                         const struct gated *s, const struct grain *g,
                         struct node *x, struct node *y, int part);

#endif
