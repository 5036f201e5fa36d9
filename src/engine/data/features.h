/*
 * features.h - what is known of tokens, or of an example, besides the words:
 * their tags, whether they occur in the other part, the type of the question.
 *
 * A task has the features that its configuration asks for; a model that reads
 * features takes them all.  Their values are columns of the examples.
 */
#ifndef ENGINE_DATA_FEATURES_H
#define ENGINE_DATA_FEATURES_H

#include "engine/data/examples.h"

#define MAX_FEATURES 10

struct feature {
    char name[16];
    int classes;        /* values are below this; 0: a number */
    bool of[MAX_PARTS]; /* parts whose tokens each have a value, in the column
                           "NAME P" of part P; none set: each example has one
                           value, in the column "NAME" */
};

/* Fill in the columns of a feature; return how many. */
int feature_columns(const struct feature *f, struct column_kind out[MAX_PARTS]);

#endif
