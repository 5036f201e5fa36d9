/*
 * writer.h - the interface of the long table's formats; private to this folder.
 *
 * To add a format: copy history/csv.c to history/NAME.c and rename in it; add a
 * line to enum history_format and to the two tables of history.c.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_HISTORY_WRITER_H
#define REPORT_HISTORY_WRITER_H

#include "engine/store/table_data.h"
#include "report/history/history_view.h"

#define METRIC_NAME 48 /* bytes, with the NUL: "valid." and a metric's name */

/* The swept fields of the trials that are written. */
struct swept_columns {
    int n;
    struct table_column *column; /* [n] owned; named by the fields' dotted
                                    names */
};

/* Return the columns of the long table, [*n]; the caller frees them.  The
 * numbers say how many are before and after the swept fields. */
enum { BEFORE_SWEPT = 2, BEHIND_SWEPT = 4 };
struct table_column *long_columns(const struct swept_columns *s, int *n);

/* One measurement. */
struct history_point {
    long step;
    double epoch; /* NaN if unknown */
    char metric[METRIC_NAME];
    double value;
};

/* The measurements of a trial, all borrowed until the next trial. */
struct trial_points {
    long number;
    const char *status;
    bool ended, failed;
    char *const *value; /* [swept] as texts; NULL for a field that it does
                           not have */
    double start_time, end_time; /* seconds since 1970; 0 if unknown */
    int n;
    const struct history_point *point; /* [n] */
};

struct writer {
    bool file; /* it writes to view->output */
    /* Begin.  The pointer returned is passed to the other functions.  Error:
     * NULL. */
    void *(*begin)(const struct history_view *v, const struct swept_columns *s,
                   const char *name, struct error *e);
    int (*trial)(void *writer, const struct trial_points *t, struct error *e);
    /* End; always called.  `notes` are lines on what is left out.  `wanted`:
     * all went well, and what was written is to be moved into place. */
    int (*end)(void *writer, bool wanted, const char *notes, struct error *e);
};

extern const struct writer writer_csv, writer_json, writer_hdf5,
    writer_tensorboard;

#endif
