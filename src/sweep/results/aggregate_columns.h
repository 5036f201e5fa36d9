/*
 * aggregate_columns.h - the columns of sweep.h5, and what fills them.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RESULTS_AGGREGATE_COLUMNS_H
#define SWEEP_RESULTS_AGGREGATE_COLUMNS_H

#include "engine/store/table_data.h"
#include "sweep/results/trial_columns.h"

/* A column and what of a row fills it. */
struct source {
    struct table_column column;
    struct trial_column is;
    char *name; /* a metric's, which `is` borrows; owned */
};

/* All columns, as far as they are known. */
struct sources {
    int n, room;
    long rows;             /* that were looked at */
    struct source *source; /* owned */
};

void sources_release(struct sources *all);

/* Those before the metrics' and those behind, without widths, the swept fields'
 * types as narrow as can be. */
void sources_begin(struct sources *before, struct sources *behind,
                   const struct experiment *x);

/* Two of each metric that a result has. */
void sources_add_metrics(struct sources *all, const struct result *r);

/* What a row has in one; a text is the caller's to free(). */
void source_get(const struct source *s, const struct results_row *row,
                union table_cell *out);

/* Widen the texts, and the types of the swept fields, to what a row has; and
 * once all rows were looked at. */
void sources_look(struct sources *all, const struct results_row *row);
void sources_end_look(struct sources *all);

#endif
