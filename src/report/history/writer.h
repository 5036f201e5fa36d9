/*
 * writer.h - what the long table is written as; private to this folder.
 *
 * To add a format: copy history/csv.c to history/NAME.c and rename in it; give
 * it a line in enum history_format, and in the two tables of history.c.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_HISTORY_WRITER_H
#define REPORT_HISTORY_WRITER_H

#include "engine/store/table_data.h"
#include "report/history/history_view.h"

#define METRIC_NAME 48 /* bytes, with the NUL: "valid." and a metric's name */

/* The swept fields, of the trials that are written. */
struct swept_columns {
    int n;
    struct table_column *column; /* [n] owned; their dotted names */
};

/* The columns of the long table: [*n], to be freed.  So many stand before the
 * swept fields, and behind them. */
enum { BEFORE_SWEPT = 2, BEHIND_SWEPT = 4 };
struct table_column *long_columns(const struct swept_columns *s, int *n);

/* A number that was measured. */
struct history_point {
    long step;
    double epoch; /* NaN: unknown */
    char metric[METRIC_NAME];
    double value;
};

/* All of it borrowed, until the next trial. */
struct trial_points {
    long number;
    const char *status;
    bool ended, failed;
    char *const *value; /* [swept] as texts; NULL: it has no such field */
    double start_time, end_time; /* seconds since 1970; 0: unknown */
    int n;
    const struct history_point *point; /* [n] */
};

struct writer {
    bool file; /* it wants view->output */
    /* Begin; what it returns goes to the others.  NULL: it cannot. */
    void *(*begin)(const struct history_view *v, const struct swept_columns *s,
                   const char *name, struct error *e);
    int (*trial)(void *writer, const struct trial_points *t, struct error *e);
    /* The end, in any case, with lines on what is left out; `wanted`: all went
     * well, and what was written is to be put in place. */
    int (*end)(void *writer, bool wanted, const char *notes, struct error *e);
};

extern const struct writer writer_csv, writer_json, writer_hdf5,
    writer_tensorboard;

#endif
