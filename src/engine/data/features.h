/*
 * features.h - what is known of tokens, or of an example, beside the words:
 * their tags, whether they occur on the other side, what is asked for.
 *
 * A task names those it was asked for; a model that reads features takes them
 * all.  Their values are columns of the examples.
 */
#ifndef ENGINE_DATA_FEATURES_H
#define ENGINE_DATA_FEATURES_H

#include "engine/data/examples.h"

#define MAX_FEATURES 10

struct feature {
    char name[16];
    int classes;        /* values are below this; 0: a number */
    bool of[MAX_PARTS]; /* the parts each of whose tokens has a value, in the
                           column "NAME P" of part P; none: each example has
                           one, in the column "NAME" */
};

/* The columns of a feature; returns how many. */
int feature_columns(const struct feature *f, struct column_kind out[MAX_PARTS]);

#endif
