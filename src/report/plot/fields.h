/*
 * fields.h - the swept fields of a folder as axes.
 *
 * A field whose values are all numbers is an axis of numbers, logarithmic where
 * its distribution is and they span a factor of 5, or where a list spans one of
 * 30; of any other the values stand side by side in the order of the trials
 * that first have them.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_FIELDS_H
#define REPORT_PLOT_FIELDS_H

#include "report/plot/plot.h"

struct plot_field {
    const struct parameter *parameter; /* borrowed */
    char *name;                        /* short; owned */
    bool numbers, log;
    double low, high; /* of numbers: the least and the greatest */
    int n, room;
    char **value; /* [n] of no numbers: what there is; owned */
    int distinct; /* values, as far as 2 */
};

struct plot_fields {
    int n;
    struct plot_field *field; /* owned */
};

/*
 * Those that the view names, or all that are swept, but seeds, and have two
 * values at least among the finished trials.
 *
 * Errors: one that is not swept; none to be drawn.
 */
int plot_fields_init(struct plot_fields *fs, const struct folder *f,
                     const struct plot_view *view, struct error *e);
void plot_fields_release(struct plot_fields *fs);

/* A trial's: the number, or the place of its value from 0; NaN: it has none. */
double plot_field_at(const struct plot_field *f, const struct results_row *row);

/* From 0 to 1 along the axis; NaN: it has none; and a number's. */
double plot_field_share(const struct plot_field *f,
                        const struct results_row *row);
double plot_field_place(const struct plot_field *f, double x);

/* Where the value stands on the axis with this share. */
double plot_field_value(const struct plot_field *f, double share);

/* The numbers of a list, as far as trials have them, but those that would be
 * closer to one before than this share of the axis; how many.  0: they are
 * more than MARKS_LISTED, or no list's. */
enum { MARKS_LISTED = 8 };
int plot_field_listed(const struct plot_field *f, double close,
                      double x[MARKS_LISTED]);

/* Draw the fields of each folder against each metric: whatever `one` draws of
 * them. */
typedef int plot_fields_drawer(const struct folder *f,
                               const struct plot_fields *fields,
                               const struct measure *m, struct page *page,
                               struct error *e);
int plot_fields_draw(const struct plot_input *in, plot_fields_drawer *one,
                     struct page *page, struct error *e);

#endif
