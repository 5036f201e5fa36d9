/*
 * plot.h - kinds of pictures of results, and the recipe for adding one.
 *
 * To add one:
 *   1. copy plot/kinds/metric.c to plot/kinds/NAME.c and rename in it;
 *   2. write draw(): put panels on the page, with data and gnuplot commands
 *      (plot/page.h);
 *   3. add `src/report/plot/kinds/NAME.c` to plot_kinds in src/local.mk;
 *   4. describe it in cmd/codarun.1.
 * That is all: `codarun plot NAME DIR` draws it, as SVG, PNG or PDF.
 *
 * A picture depends only on the results, not on time, order or machine: equal
 * results give equal scripts and data, to the byte.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_PLOT_H
#define REPORT_PLOT_PLOT_H

#include "report/inspection/inspection.h"
#include "report/plot/page.h"
#include "report/tables/folders.h"

enum plot_band { BAND_RANGE, BAND_DEVIATION };
extern const char *const plot_band_names[]; /* ends with NULL */

enum { PLOT_TRIALS = 16 }; /* the most that can be named */

/* The options of a picture; a kind ignores those it does not need. */
struct plot_view {
    int metrics;
    const char **metric; /* [metrics] "valid.map"; 0 for the goal of each
                            folder; borrowed */
    int parameters;
    const char **parameter; /* [parameters] dotted; 0 for all swept fields
                               except seeds; borrowed */
    enum plot_band band;    /* drawn around means */
    int most;               /* number of settings drawn, the best ones */
    int trials;
    long trial[PLOT_TRIALS]; /* [trials] 0 for the best of each folder */
    const char *by;          /* a trait; NULL for the kind's default */
    long width;              /* of a bin, in values of the trait; 0 to choose */
    enum split split;        /* valid or test, for the trait; SPLIT_NONE to
                                choose */
    struct inspection_request
        inspection; /* attentions of an example, which is -1 if none is given;
                       `split` and trial are above */
};

struct plot_input {
    int n;
    const struct folder *folder; /* [n] borrowed */
    struct plot_view view;
};

struct plot_kind {
    const char *name, *summary;
    int (*draw)(const struct plot_input *in, struct page *page,
                struct error *e);
};

/* All kinds, ends with NULL. The function returns the kind named by the first n
 * characters, or NULL. */
extern const struct plot_kind *const plot_kinds[];
const struct plot_kind *plot_kind_find(const char *name, size_t n);

/* --- for the kinds -------------------------------------------------------- */

/* Store the metric that view->metric[i] names, or the folder's goal. */
int plot_measure(const struct folder *f, const struct plot_view *view, int i,
                 struct measure *m, struct error *e);

/* True if any trial of the folder has been scored on test. */
bool plot_has_test(const struct folder *f);

/* Add a note that n failed trials are left out; none if n is 0. */
void plot_note_failed(struct page *page, const char *kind, long n);

/* The mean of n values, and the ends of the band around it; NaN if n is 0. */
struct plot_spread {
    double mean, low, high;
};
struct plot_spread plot_spread(const double *x, int n, enum plot_band band);

/* Return how many trials are wanted, at least one, and the number of the i-th;
 * -1 for the best. */
int plot_trials(const struct plot_view *view);
long plot_trial_number(const struct plot_view *view, int i);

/* Return how many metrics are wanted, at least one. */
int plot_measures(const struct plot_view *view);

/* measure_maximizes() for a folder that has trials. */
bool plot_maximizes(const struct folder *f, const struct measure *m);

/* Return a trial's value; NaN if it has not finished. */
double plot_value(const struct measure *m, const struct results_row *row);

/* Return the finished trial with this number, or best_trial_named().  Error:
 * NULL if there is none. */
const struct results_row *plot_trial(const struct folder *f, long trial,
                                     struct error *e);

/* Return the name of swept field number `field` for a legend: "attention" for
 * model.attention.kind (field/short_names.h).  The caller frees it. */
char *plot_field_name(const struct folder *f, int field);

#endif
