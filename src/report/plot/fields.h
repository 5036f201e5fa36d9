/*
 * fields.h - the swept fields of a folder as axes of pictures.
 *
 * A field whose values are all numbers is a numeric axis.  It is logarithmic if
 * the field's distribution is and its values span a factor of 5, or if it is a
 * list that spans a factor of 30.  Any other field is an axis of categories, in
 * the order of the trials that first have them.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_FIELDS_H
#define REPORT_PLOT_FIELDS_H

#include "report/plot/plot.h"

struct plot_field {
    const struct parameter *parameter; /* borrowed */
    char *name;                        /* the short name; owned */
    bool numbers, log;
    double low, high; /* of numbers: the smallest and the largest */
    int n, room;
    char **value; /* [n] the categories, if it is not numeric; owned */
    int distinct; /* number of distinct values, counted up to 2 */
};

struct plot_fields {
    int n;
    struct plot_field *field; /* owned */
};

/*
 * Collect the fields that the view names or, by default, all swept fields
 * except seeds, that have at least two values among the finished trials.
 *
 * Errors: a field that is not swept; no field to draw.
 */
int plot_fields_init(struct plot_fields *fs, const struct folder *f,
                     const struct plot_view *view, struct error *e);
void plot_fields_release(struct plot_fields *fs);

/* Return a trial's value: the number, or the index of its category; NaN if it
 * has none. */
double plot_field_at(const struct plot_field *f, const struct results_row *row);

/* Return the place of a trial's value along the axis, from 0 to 1; NaN if it
 * has none.  The second function takes a number. */
double plot_field_share(const struct plot_field *f,
                        const struct results_row *row);
double plot_field_place(const struct plot_field *f, double x);

/* Return the value at this place of the axis. */
double plot_field_value(const struct plot_field *f, double share);

/* Store the numbers of a list that trials have, without those closer to the one
 * before than `close`, a fraction of the axis; returns how many. 0 if they are
 * more than MARKS_LISTED or the field is not a list. */
enum { MARKS_LISTED = 8 };
int plot_field_listed(const struct plot_field *f, double close,
                      double x[MARKS_LISTED]);

/* Call `one` to draw the fields of each folder for each metric. */
typedef int plot_fields_drawer(const struct folder *f,
                               const struct plot_fields *fields,
                               const struct measure *m, struct page *page,
                               struct error *e);
int plot_fields_draw(const struct plot_input *in, plot_fields_drawer *one,
                     struct page *page, struct error *e);

#endif
