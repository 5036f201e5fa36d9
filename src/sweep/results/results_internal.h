/*
 * results_internal.h - a row of results, for those who make them; private to
 * this folder.
 */
#ifndef SWEEP_RESULTS_RESULTS_INTERNAL_H
#define SWEEP_RESULTS_RESULTS_INTERNAL_H

#include "sweep/experiment/namer.h"
#include "sweep/results/location.h"
#include "sweep/results/results.h"

/* A trial, by the name that the journal has for it, if it has one; *row, to be
 * released, is without its result. */
int results_make_row(struct results *s, const struct experiment *x,
                     struct namer *namer, long i, struct results_row *row,
                     struct error *e);

/* Its result, if there is one. */
int results_read_row(struct results *s, struct results_row *row,
                     struct error *e);

/* The same with its history, and where it has a file all that this has. */
int results_read_whole(struct results *s, struct results_row *row,
                       struct error *e);

/* Make all rows, without their results. */
int results_add_rows(struct results *s, const struct experiment *x,
                     struct error *e);

/* What a folder's journal says, and no row yet; of a damaged one what stands
 * before that. */
int results_replay(struct results *s, const char *dir,
                   const struct experiment *x, struct error *e);

/* That cannot be read: it is named, and left out. */
void results_leave_out(struct results_row *row, const struct error *why);

#endif
