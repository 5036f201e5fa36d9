/*
 * aggregate_columns.h - the columns of sweep.h5, and what fills them.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RESULTS_AGGREGATE_COLUMNS_H
#define SWEEP_RESULTS_AGGREGATE_COLUMNS_H

#include "engine/store/table_data.h"
#include "sweep/results/trial_columns.h"

/* A column and its source in a row. */
struct source {
    struct table_column column;
    struct trial_column is;
    char *name; /* name of a metric, which `is` borrows; owned */
};

/* All columns found so far. */
struct sources {
    int n, room;
    long rows;             /* that were scanned */
    struct source *source; /* owned */
};

void sources_release(struct sources *all);

/* Make the columns before those of metrics and those after them, without
 * widths; the types of swept fields begin as the narrowest. */
void sources_begin(struct sources *before, struct sources *behind,
                   const struct experiment *x);

/* Add two columns for each metric of a result. */
void sources_add_metrics(struct sources *all, const struct result *r);

/* The value of a column in a row; the caller frees a text. */
void source_get(const struct source *s, const struct results_row *row,
                union table_cell *out);

/* Widen the texts, and the types of the swept fields, to the values of a row;
 * call sources_end_scan() once all rows were scanned. */
void sources_scan(struct sources *all, const struct results_row *row);
void sources_end_scan(struct sources *all);

#endif
