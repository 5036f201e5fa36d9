/*
 * multihead.h - an attention kind between projections, in several heads.
 *
 * Queries, keys and values are projected once, without bias, and serve both
 * affinities; a kind that wants features of its own for N gets a second pair
 * of projections.
 */
#ifndef MODEL_MULTIHEAD_H
#define MODEL_MULTIHEAD_H

#include "attention/site.h"
#include "layer/layers.h"

struct multihead {
    struct linear query, key, value;
    struct linear out;            /* weight -1: none */
    struct linear query_n, key_n; /* only with own_features */
    bool own_features;
    struct site site;
    int heads;
};

/* What is attended to, projected: a decoder keeps it. */
struct memory {
    struct node *key, *value;
    struct node *key_n; /* NULL unless own_features */
    struct segments seg;
};

struct multihead multihead_add(struct params *p, int width, int heads,
                               const struct chosen *kind, const char *name);

/* The same without a matrix behind the heads. */
struct multihead multihead_add_open(struct params *p, int width, int heads,
                                    const struct chosen *kind,
                                    const char *name);

struct memory multihead_memory(struct tape *t, const struct params *p,
                               const struct multihead *m, struct node *x,
                               const struct segments *seg);

/* How rows attend to a memory. */
struct attending {
    const struct chosen *kind;
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
