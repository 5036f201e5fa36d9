/*
 * report_internal.h - what the sections of a report share.
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

/* Trials in a list of them; more would make the page a burden. */
#define TRIALS_SHOWN 500

/* A report while it is written. */
struct html_report {
    struct plot_input in;               /* the folders; borrowed */
    const struct html_options *options; /* borrowed */
    struct liveness *liveness; /* [in.n] how each sweep stands; owned */
    struct section_cache
        *cache;          /* from the turn before; NULL: nothing; borrowed */
    bool gnuplot;        /* is there one? */
    const char *section; /* the id of the one that is written */
    int pictures;        /* that this has so far */
    bool headed;         /* has it a folder's heading? */
    int faults;          /* what the page lacks, */
    struct str known;    /* and in words, each between line ends */
    int others;          /* trials that have read other data, */
    struct str told;     /* and lines that name them */
    struct str out;      /* the page so far */
};

struct html_section {
    const char *id, *title;
    /* Append what it says; of an error that is told in its place. */
    int (*write)(struct html_report *r, struct error *e);
    /* In place of it: append what it says of each folder, below its name. */
    void (*write_folder)(struct html_report *r, const struct folder *f);
};

extern const struct html_section html_summary, html_measured, html_significance,
    html_search, html_curves, html_attentions, html_histograms, html_failures,
    html_trials, html_configuration, html_provenance;

/* --- for the sections ----------------------------------------------------- */

/* Say something in passing. */
void html_note(struct html_report *r, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Say what is not there, and why. */
void html_absent(struct html_report *r, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Say what should be there and is not.  Once the page is made the second tells
 * standard error, too. */
void html_fault(struct html_report *r, const struct error *e);
void html_tell_faults(const struct html_report *r);

/* Of several folders: which one comes now. */
void html_folder(struct html_report *r, const struct folder *f);

/* A heading within a section, or within a folder of one. */
void html_heading(struct html_report *r, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* A trial's kinds of attention: "softmax", or "softmax, cross_attention coda
 * (layers 0, heads 2)" where a site has another; appended. */
void html_kinds(const struct row_text *row, struct str *out);

/* Is a site set to this kind, and model.attention to another? */
bool html_has_site_of(const struct row_text *row, const char *kind);

/* The trials of a folder that are looked into: the best, and the best of those
 * with other kinds of attention, or with these at other sites, the best first;
 * returns how many. */
#define TRIALS_CHOSEN 4
int html_chosen(const struct folder *f,
                const struct results_row *row[TRIALS_CHOSEN]);

/* How the sweep of a folder stands. */
const struct liveness *html_liveness(const struct html_report *r,
                                     const struct folder *f);

/* Append how each sweep stands that runs, and when the page is written anew. */
void html_status_lines(struct html_report *r);

/* Has any trial of any folder finished?  Else it is said. */
bool html_any_finished(struct html_report *r);

/* Append a grid as a table. */
void html_table(struct html_report *r, const struct grid *g, const char *all);

/* Of a sweep with a scheduler append how many finished trials came to each of
 * its rungs, and how many it ended there. */
void html_rungs(struct html_report *r, const struct folder *f);

/* What stands in the place of pictures where there is no gnuplot. */
#define NO_PICTURES                                                       \
    "No pictures: the program gnuplot was not found where this page was " \
    "made."

/*
 * Append each panel of a page as a figure, `label` and its titles for who
 * cannot see it, and its notes below; without gnuplot a line that says so.
 * What panels are of stands above them, unless the whole report is of that.
 */
int html_figures(struct html_report *r, const struct page *page,
                 const char *label, struct error *e);

/* A picture of gnuplot's within a page: its ids begin with `prefix`, so that
 * no two pictures share one. */
void html_svg(const char *svg, const char *prefix, const char *label,
              struct str *out);

#endif
