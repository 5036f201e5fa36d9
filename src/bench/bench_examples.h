/*
 * bench_examples.h - synthetic examples for `codarun bench train`: random
 * numbers of random lengths, the same in every run.
 */
#ifndef BENCH_BENCH_EXAMPLES_H
#define BENCH_BENCH_EXAMPLES_H

#include "engine/head/head.h"

/* The synthetic examples of a shape. */
struct workload {
    int vocabulary, batch, batches;
    int least[MAX_PARTS], most[MAX_PARTS]; /* shortest and longest part, in
                                              tokens */
    bool even; /* all lengths are equally frequent, else long documents are
                  rare */
};
extern const struct workload workloads[SHAPES];

/* Fill in words of 1 to 16 letters of 94, short ones more often, for models
 * that read characters. */
void workload_spell(struct words *w);

/* A feature of examples with two parts: 1 if the other part has the token, else
 * 0. */
extern const struct feature workload_match;
/* The same as a class, for tokens of the first part only. */
extern const struct feature workload_common;

/* Make n examples of the spec's shape, with lengths as in the workload, tokens
 * from the words of the first part, the columns that the spec's head needs, and
 * the spec's only feature if it is one of the two above.  Returns the mean
 * number of tokens of an example. */
double workload_fill(struct examples *x, const struct model_spec *spec,
                     const struct workload *w, int n);

#endif
