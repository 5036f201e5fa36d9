/*
 * results_parts.h - a row of results, for those who make them; private to this
 * folder.
 */
#ifndef RESULTS_RESULTS_PARTS_H
#define RESULTS_RESULTS_PARTS_H

#include "experiment/namer.h"
#include "results/results.h"

/* A trial, by the name that the journal has for it, if it has one; *row, to be
 * released, is without its result. */
int results_make_row(struct results *s, const struct experiment *x,
                     struct namer *namer, long i, struct results_row *row,
                     struct error *e);

/* Its result, if there is one. */
int results_read_row(struct results *s, struct results_row *row,
                     struct error *e);

#endif
