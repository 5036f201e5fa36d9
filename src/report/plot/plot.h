/*
 * plot.h - kinds of pictures of results, and the recipe for adding one.
 *
 * To add one:
 *   1. copy plot/kinds/metric.c to plot/kinds/NAME.c and rename in it;
 *   2. write draw(): put the panels on the page, with data and words of
 *      gnuplot (plot/page.h);
 *   3. add `src/report/plot/kinds/NAME.c` to plot_kinds in src/local.mk;
 *   4. describe it in cmd/codarun.1.
 * That is all: `codarun plot NAME DIR` draws it, as SVG, PNG or PDF.
 *
 * A picture hangs on results alone, not on time, order or machine: equal
 * results are equal scripts and data, to the byte.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_PLOT_H
#define REPORT_PLOT_PLOT_H

#include "report/inspection/inspection.h"
#include "report/plot/page.h"
#include "report/tables/folders.h"

enum plot_band { BAND_RANGE, BAND_DEVIATION };
extern const char *const plot_band_names[]; /* NULL behind the last */

enum { PLOT_TRIALS = 16 }; /* that are named, at most */

/* What is wanted of a picture; a kind leaves alone what it has no use for. */
struct plot_view {
    int metrics;
    const char **metric; /* [metrics] "valid.map"; 0: of each folder the goal's;
                            borrowed */
    int parameters;
    const char **parameter; /* [parameters] dotted; 0: all that are swept, but
                               seeds; borrowed */
    enum plot_band band;    /* around means */
    int most;               /* settings that are drawn, the best */
    int trials;
    long trial[PLOT_TRIALS]; /* [trials] 0: of each folder the best */
    const char *by;          /* a trait; NULL: the kind's choice */
    long width;              /* of its values in a bin; 0: chosen */
    enum split split;        /* ... of valid or test; SPLIT_NONE: chosen */
    struct inspection_request
        inspection; /* attentions of an example, which is -1 where
            none is given; `split` and trial are above */
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

/* All kinds, NULL behind the last; the kind of n characters of a name, or
 * NULL. */
extern const struct plot_kind *const plot_kinds[];
const struct plot_kind *plot_kind_find(const char *name, size_t n);

/* --- for the kinds -------------------------------------------------------- */

/* The metric of a folder that view->metric[i] names, or the goal's. */
int plot_measure(const struct folder *f, const struct plot_view *view, int i,
                 struct measure *m, struct error *e);

/* Has any of its trials been scored on test? */
bool plot_has_test(const struct folder *f);

/* A note that so many failed trials are left out; none of 0. */
void plot_note_failed(struct page *page, const char *kind, long n);

/* The mean of n values, and the ends of the band around it; NaN of none. */
struct plot_spread {
    double mean, low, high;
};
struct plot_spread plot_spread(const double *x, int n, enum plot_band band);

/* How many trials are wanted, one at least, and number i of them; -1: the
 * best. */
int plot_trials(const struct plot_view *view);
long plot_trial_number(const struct plot_view *view, int i);

/* How many metrics are wanted: one at least. */
int plot_measures(const struct plot_view *view);

/* measure_maximizes() of a folder that has trials. */
bool plot_maximizes(const struct folder *f, const struct measure *m);

/* What a trial came to; NaN of one that has not finished. */
double plot_value(const struct measure *m, const struct results_row *row);

/* The finished trial that is wanted, or best_trial_named(); NULL and an error:
 * there is none. */
const struct results_row *plot_trial(const struct folder *f, long trial,
                                     struct error *e);

/* A swept field as it stands in a legend, "attention" of model.attention.kind
 * (field/short_names.h); the caller's to free(). */
char *plot_field_name(const struct folder *f, const char *field);

#endif
