/*
 * features.h - what is known of tokens besides the words, as columns: numbers
 * as they are, classes one-hot or as trained vectors.
 *
 * The features of a task lie side by side, in the same columns for both parts;
 * the columns of a feature that a part does not have are zeros.  A feature of
 * an example is repeated at each token of its query.
 *
 * Threads: read-only once added.
 */
#ifndef ENGINE_LAYER_FEATURES_H
#define ENGINE_LAYER_FEATURES_H

#include "engine/head/head.h"
#include "engine/layer/params.h"

struct feature_how {
    int of_token, of_example; /* width of a class's trained vector; 0:
                                 one-hot */
    struct start start;       /* initial values of these; INIT_ZERO: normal,
                                 deviation 0.1 */
    int parts; /* a set: 1 << 0 for features of part 0, 1 << 1 for those of part
                  1 and of an example; 0: all */
};

struct feature_layer {
    int n;
    struct feature is[MAX_FEATURES];
    int cols[MAX_FEATURES];
    int table[MAX_FEATURES];            /* parameter number, or -1 */
    int place[MAX_FEATURES][MAX_PARTS]; /* its columns in grains; a feature of
                                           an example has one for the query; -1:
                                           none */
    int width;                          /* total width */
};

/* Add the features of a spec whose examples have their columns.  Parameters
 * "name.FEATURE". */
struct feature_layer features_add(struct params *p, const struct model_spec *s,
                                  const struct feature_how *how,
                                  const char *name);

/* The features of a part's tokens, [rows x l->width]; NULL if there are
 * none. */
struct node *features_apply(struct tape *t, const struct params *p,
                            const struct feature_layer *l,
                            const struct grain *g, int part);

#endif
