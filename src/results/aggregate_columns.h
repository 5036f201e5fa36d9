/*
 * aggregate_columns.h - the columns of sweep.h5, and what fills them.
 *
 * Threads: one at a time.
 */
#ifndef RESULTS_AGGREGATE_COLUMNS_H
#define RESULTS_AGGREGATE_COLUMNS_H

#include "results/results.h"
#include "store/table_data.h"

/* A column and how a row fills it; `arg` is a metric or `field` a name. */
struct source {
    struct table_column column;
    void (*get)(const struct results_row *row, const struct source *s,
                union cell *out);
    int arg;
    const char *field;
};

/* All columns, as far as they are known. */
struct sources {
    int n, room;
    long rows;             /* that were looked at */
    struct source *source; /* owned */
};

/* Those before the metrics' and those behind, without widths, the swept fields'
 * types as narrow as can be. */
void sources_begin(struct sources *before, struct sources *behind,
                   const struct experiment *x);

/* Two of each metric that a result has. */
void sources_add_metrics(struct sources *all, const struct result *r);

/* Widen the texts, and the types of the swept fields, to what a row has; and
 * once all rows were looked at. */
void sources_look(struct sources *all, const struct results_row *row);
void sources_end_look(struct sources *all);

#endif
