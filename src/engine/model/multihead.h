/*
 * multihead.h - an attention kind between projections, in several heads.
 *
 * Queries, keys and values are projected once, without bias, and both
 * affinities use them; a kind that wants separate features for N gets a second
 * pair of projections.
 *
 * The heads have one kind, or form parts with different kinds: a part is a
 * range of neighbouring heads.  It takes the columns of its heads from the
 * projections, and the results of the parts are concatenated.
 */
#ifndef ENGINE_MODEL_MULTIHEAD_H
#define ENGINE_MODEL_MULTIHEAD_H

#include "engine/attention/site.h"
#include "engine/layer/layers.h"

#define MULTIHEAD_PARTS 2

/* Heads of one kind. */
struct heads_of {
    const struct chosen *kind; /* borrowed while they are used */
    int heads;
    const char *group; /* struct site_part's; NULL if there is none */
};

struct multihead_part {
    struct heads_of of;
    struct site site;
    bool distance_features;
    struct linear query_n,
        key_n; /* only with distance_features, for its columns */
};

struct multihead {
    struct linear query, key, value;
    struct linear out; /* weight -1: no such matrix */
    int heads, parts;
    struct multihead_part part[MULTIHEAD_PARTS]; /* [parts] */
};

/* The projected keys and values of each part; a decoder keeps them. */
struct memory_part {
    struct node *key, *value;
    struct node *key_n; /* NULL unless distance_features */
};
struct memory {
    struct memory_part part[MULTIHEAD_PARTS];
    struct segments seg;
};

struct multihead multihead_add(struct params *p, int width, int heads,
                               const struct chosen *kind, const char *name);

/* multihead_add() with `parts` parts, in the order of the heads.  If there are
 * several, parameters of a part are "NAME.heads0-1.alpha",
 * "NAME.heads2.query_n.weight". */
struct multihead multihead_add_parts(struct params *p, int width,
                                     const struct heads_of *part, int parts,
                                     const char *name);

/* multihead_add() without a matrix after the heads. */
struct multihead multihead_add_open(struct params *p, int width, int heads,
                                    const struct chosen *kind,
                                    const char *name);

struct memory multihead_memory(struct tape *t, const struct params *p,
                               const struct multihead *m, struct node *x,
                               const struct segments *seg);

/* How rows attend to a memory. */
struct attending {
    struct pair_mask mask;
    bool by_rows;  /* the rows are a decoder's */
    float dropout; /* on M */
    const int *example;
};

/* x [rows x width]; returns [rows x width]. */
struct node *multihead_apply(struct tape *t, const struct params *p,
                             const struct multihead *m, struct node *x,
                             const struct segments *seg,
                             const struct memory *memory,
                             const struct attending *how);

#endif
