/*
 * features.h - what is known of tokens beside the words, as columns: numbers as
 * they are, classes as a 1 among zeros or as trained vectors.
 *
 * A task's features stand side by side, the same columns for either part: a
 * part that a feature is not of has zeros there.  What is known of an example
 * stands at each token of its query.
 *
 * Threads: read-only once added.
 */
#ifndef ENGINE_LAYER_FEATURES_H
#define ENGINE_LAYER_FEATURES_H

#include "engine/head/head.h"
#include "engine/layer/params.h"

struct feature_how {
    int of_token, of_example; /* the width of a class's trained vector; 0: a
                                 column a class */
    struct start start;       /* of these; INIT_ZERO: normal, deviation 0.1 */
    int parts; /* a set: 1 << 0, those that part 0 has, what is known of an
                  example being part 1's; 0: all */
};

struct feature_layer {
    int n;
    struct feature is[MAX_FEATURES];
    int cols[MAX_FEATURES];
    int table[MAX_FEATURES];            /* a parameter, or -1 */
    int place[MAX_FEATURES][MAX_PARTS]; /* its columns in grains; of those of an
                                           example the query's is; -1: none */
    int width;                          /* of all */
};

/* Those of a spec, whose examples have their columns.  Parameters
 * "name.FEATURE". */
struct feature_layer features_add(struct params *p, const struct model_spec *s,
                                  const struct feature_how *how,
                                  const char *name);

/* Those of a part's tokens, [rows x l->width]; NULL where there are none. */
struct node *features_apply(struct tape *t, const struct params *p,
                            const struct feature_layer *l,
                            const struct grain *g, int part);

#endif
