/*
 * results_internal.h - functions that make rows of results; private to this
 * folder.
 */
#ifndef SWEEP_RESULTS_RESULTS_INTERNAL_H
#define SWEEP_RESULTS_RESULTS_INTERNAL_H

#include "sweep/experiment/namer.h"
#include "sweep/results/location.h"
#include "sweep/results/results.h"

/* Make the row of a trial, with the name that the journal has for it, if any;
 * *row, which the caller releases, is without its result. */
int results_make_row(struct results *s, const struct experiment *x,
                     struct namer *namer, long i, struct results_row *row,
                     struct error *e);

/* Read the row's result, if there is one. */
int results_read_row(struct results *s, struct results_row *row,
                     struct error *e);

/* The same with its history, and if it has a file, with the whole file. */
int results_read_whole(struct results *s, struct results_row *row,
                       struct error *e);

/* Make all rows, without their results. */
int results_add_rows(struct results *s, const struct experiment *x,
                     struct error *e);

/* Read a folder's journal, and no row yet; of a damaged one, the part before
 * the damage. */
int results_replay(struct results *s, const char *dir,
                   const struct experiment *x, struct error *e);

/* Leave out the result of a row that cannot be read, and name it. */
void results_leave_out(struct results_row *row, const struct error *why);

#endif
