/*
 * multihead.h - an attention kind between projections, in several heads.
 *
 * Queries, keys and values are projected once, without bias, and serve both
 * affinities; a kind that wants features of its own for N gets a second pair
 * of projections.
 *
 * All heads are of one kind, or they are parts of several kinds: a part is
 * some heads that stand side by side.  It takes its heads' columns of what is
 * projected, and the parts' results are put side by side again.
 */
#ifndef ENGINE_MODEL_MULTIHEAD_H
#define ENGINE_MODEL_MULTIHEAD_H

#include "engine/attention/site.h"
#include "engine/layer/layers.h"

#define MULTIHEAD_PARTS 2

/* Heads of a kind. */
struct heads_of {
    const struct chosen *kind; /* borrowed as long as they are there */
    int heads;
    const char *group; /* struct site_part's; NULL: none */
};

struct multihead_part {
    struct heads_of of;
    struct site site;
    bool distance_features;
    struct linear query_n,
        key_n; /* only with distance_features, to its columns */
};

struct multihead {
    struct linear query, key, value;
    struct linear out; /* weight -1: none */
    int heads, parts;
    struct multihead_part part[MULTIHEAD_PARTS]; /* [parts] */
};

/* What is attended to, projected, by the parts of heads: a decoder keeps it. */
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

/* The same of one kind or several, `parts` of them, in the order of the heads.
 * Where they are several, parameters of a part are "NAME.heads0-1.alpha",
 * "NAME.heads2.query_n.weight". */
struct multihead multihead_add_parts(struct params *p, int width,
                                     const struct heads_of *part, int parts,
                                     const char *name);

/* The same without a matrix behind the heads. */
struct multihead multihead_add_open(struct params *p, int width, int heads,
                                    const struct chosen *kind,
                                    const char *name);

struct memory multihead_memory(struct tape *t, const struct params *p,
                               const struct multihead *m, struct node *x,
                               const struct segments *seg);

/* How rows attend to a memory. */
struct attending {
    struct pair_mask mask;
    bool by_rows;  /* they are a decoder's */
    float dropout; /* on M */
    const int *example;
};

/* x [rows x width], y [rows x width]. */
struct node *multihead_apply(struct tape *t, const struct params *p,
                             const struct multihead *m, struct node *x,
                             const struct segments *seg,
                             const struct memory *memory,
                             const struct attending *how);

#endif
