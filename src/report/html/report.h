/*
 * report.h - the report of results folders, one HTML page that can be sent to
 * others, and the recipe for adding a section.
 *
 * The page is self-contained: it loads nothing over a network, and is complete
 * without its script.  The script sorts and filters tables, and reloads a page
 * that is written again while a sweep runs.  Pictures are inline SVG by
 * gnuplot; without gnuplot the page says so and has everything else.  For a
 * sweep that is running the page shows the results so far.
 *
 * To add a section:
 *   1. copy html/failures.c to html/NAME.c and rename in it: the id, by which
 *      links find it, the title and write_folder(), or else write();
 *   2. declare it in html/report_internal.h, and put it in its place in
 *      html/report.c;
 *   3. add `src/report/html/NAME.c` to src/local.mk.
 *
 * The page depends only on the contents of the folders: equal folders give
 * equal pages, to the byte, unless a sweep is running in one.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_HTML_REPORT_H
#define REPORT_HTML_REPORT_H

#include <stdbool.h>

#include "base/core/error.h"

struct section_cache;

/* One writing of a page that is written repeatedly while sweeps run.  The next
 * one follows after html_refresh_pause(), and a browser reloads the page
 * then. */
enum html_refresh_state {
    HTML_REFRESH_NEXT, /* the page will be written again */
    HTML_REFRESH_LEFT, /* it will not, although a sweep may be running */
    HTML_REFRESH_LAST, /* no sweep is running: the page is the same as one that
                          is written once */
};
struct html_refresh {
    enum html_refresh_state is;
    bool first;                  /* the first writing */
    double every;                /* seconds between two writings, at least */
    double began;                /* time by the clock */
    struct section_cache *cache; /* html/section_cache.h; borrowed */
};

/* Return the seconds to wait after a writing that ends now, so that at most a
 * tenth of the time is spent on writing. */
double html_refresh_pause(const struct html_refresh *refresh);

/* Options of a report. */
struct html_options {
    const char *output; /* FILE; NULL for NAME-report.html */
    int most;           /* number of settings whose curves are drawn, the best
                           ones */
    long example;       /* the example whose attentions are drawn */
    double wait;        /* seconds allowed for the attentions; 0 leaves them
                           out */
    const struct html_refresh *refresh; /* NULL if it is written once;
                                           borrowed */
};

/*
 * Write the report of n folders, and print the file's name.  Returns the number
 * of faults, which the page and standard error list: parts that are missing
 * although they should be there, such as the content of a damaged file, and
 * trials that have read other data than the rest.  A page that is written
 * repeatedly prints its name the first time, and the faults the first and the
 * last time.
 *
 * Errors: -1, and no page, if a folder cannot be read or a file cannot be
 * written.
 */
int html_report(char *const *dir, int n, const struct html_options *options,
                struct error *e);

#endif
