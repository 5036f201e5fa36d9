/*
 * report_internal.h - declarations shared by the sections of a report.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_HTML_REPORT_INTERNAL_H
#define REPORT_HTML_REPORT_INTERNAL_H

#include "report/format/format.h"
#include "report/html/report.h"
#include "report/html/section_cache.h"
#include "report/plot/plot.h"
#include "sweep/ledger/liveness.h"
#include "text/formats/html_write.h"

/* The most trials that a list shows; more would make the page too slow. */
#define TRIALS_SHOWN 500

/* A report while it is written. */
struct html_report {
    struct plot_input in;               /* the folders; borrowed */
    const struct html_options *options; /* borrowed */
    struct liveness *liveness; /* [in.n] the state of each sweep; owned */
    struct section_cache
        *cache;          /* from the last writing; NULL for none; borrowed */
    bool gnuplot;        /* true if gnuplot was found */
    const char *section; /* the id of the current section */
    int pictures;        /* pictures in this section so far */
    bool headed;         /* the section has the current folder's heading */
    int faults;          /* number of parts that are missing, */
    struct str known;    /* and their messages, each between line ends */
    int others;          /* trials that have read other data, */
    struct str told;     /* and the lines that name them */
    struct str out;      /* the page so far */
};

struct html_section {
    const char *id, *title;
    /* Append the section.  An error is printed in its place. */
    int (*write)(struct html_report *r, struct error *e);
    /* Instead of write(): append the part about one folder, below its name. */
    void (*write_folder)(struct html_report *r, const struct folder *f);
};

extern const struct html_section html_summary, html_measured, html_significance,
    html_search, html_curves, html_attentions, html_histograms, html_failures,
    html_trials, html_configuration, html_provenance;

/* --- for the sections ----------------------------------------------------- */

/* Append a remark. */
void html_note(struct html_report *r, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Append a line that says what is missing, and why. */
void html_absent(struct html_report *r, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Record a fault: something that should be there is missing.  The second
 * function prints all faults on standard error once the page is made. */
void html_fault(struct html_report *r, const struct error *e);
void html_tell_faults(const struct html_report *r);

/* Begin the part about a folder, with a heading if there are several. */
void html_folder(struct html_report *r, const struct folder *f);

/* Append a heading within a section, or within a folder's part of it. */
void html_heading(struct html_report *r, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Append a trial's kinds of attention: "softmax", or "softmax, cross_attention
 * coda (layers 0, heads 2)" if a site has another kind. */
void html_kinds(const struct row_text *row, struct str *out);

/* True if a site has this kind and model.attention another. */
bool html_has_site_of(const struct row_text *row, const char *kind);

/* Choose the trials of a folder that are examined closely: the best, then the
 * best of those with other kinds of attention or with these at other sites, in
 * descending order.  Returns how many. */
#define TRIALS_CHOSEN 4
int html_chosen(const struct folder *f,
                const struct results_row *row[TRIALS_CHOSEN]);

/* Return the state of a folder's sweep. */
const struct liveness *html_liveness(const struct html_report *r,
                                     const struct folder *f);

/* Append the state of each running sweep, and when the page is written
 * again. */
void html_status_lines(struct html_report *r);

/* True if any trial of any folder has finished; if not, appends a line that
 * says so. */
bool html_any_finished(struct html_report *r);

/* Append a grid as a table. */
void html_table(struct html_report *r, const struct grid *g, const char *all);

/* For a sweep with a scheduler append how many finished trials reached each
 * rung, and how many were ended there. */
void html_rungs(struct html_report *r, const struct folder *f);

/* The text that replaces pictures if there is no gnuplot. */
#define NO_PICTURES                                                       \
    "No pictures: the program gnuplot was not found where this page was " \
    "made."

/*
 * Append each panel of a page as a figure, with the page's notes below.
 * `label` and the panel's titles become its text for screen readers.  A panel's
 * subject is put above it, unless it is that of the whole report.  Without
 * gnuplot a line says so.
 */
int html_figures(struct html_report *r, const struct page *page,
                 const char *label, struct error *e);

/* Append a picture made by gnuplot.  Its ids get the prefix, so that no two
 * pictures of a page share an id. */
void html_svg(const char *svg, const char *prefix, const char *label,
              struct str *out);

#endif
