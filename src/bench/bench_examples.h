/*
 * bench_examples.h - examples made up for `codarun bench train`: random numbers
 * of random lengths, the same in every run.
 */
#ifndef BENCH_BENCH_EXAMPLES_H
#define BENCH_BENCH_EXAMPLES_H

#include "engine/head/head.h"

/* What is made up of a shape. */
struct workload {
    int vocabulary, batch, batches;
    int least[MAX_PARTS], most[MAX_PARTS]; /* tokens */
    bool even; /* all lengths as often, else few documents are long */
};
extern const struct workload workloads[SHAPES];

/* Words of 1 to 16 letters of 94, short ones more often, for models that read
 * characters. */
void workload_spell(struct words *w);

/* A feature that examples of two parts may have: 1 where the other part has the
 * token, else 0. */
extern const struct feature workload_match;
/* The same as a class, of the first part's tokens alone. */
extern const struct feature workload_common;

/* n examples of the spec's shape and as long as the workload says, by the words
 * of its first part, with the columns that its head needs, and of the spec's
 * only feature where it has either of those; returns the tokens of one, on
 * average. */
double workload_fill(struct examples *x, const struct model_spec *spec,
                     const struct workload *w, int n);

#endif
