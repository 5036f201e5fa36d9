/*
 * report.h - the report of results folders: one page of HTML to send, and the
 * recipe for adding a section.
 *
 * The page stands alone: it asks for nothing over a network, and is complete
 * without its script, which sorts and filters tables, and loads a page again
 * that is written anew while a sweep runs.  Pictures are inline SVG
 * by gnuplot; without that the page says so and has the rest.  Of a sweep that
 * runs it has what there is.
 *
 * To add a section:
 *   1. copy html/failures.c to html/NAME.c and rename in it: the id, by which
 *      links find it, the title and write_folder(), or else write();
 *   2. declare it in html/report_internal.h, and put it in its place in
 *      html/report.c;
 *   3. add `src/html/NAME.c` to src/local.mk.
 *
 * The page hangs on what stands in the folders: the same folders are the same
 * page, to the byte, unless a sweep runs in one.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_HTML_REPORT_H
#define REPORT_HTML_REPORT_H

#include <stdbool.h>

#include "base/core/error.h"

struct section_cache;

/* A writing of a page that is written again and again while sweeps run.  The
 * next comes after html_refresh_pause(); a browser loads it then. */
enum html_refresh_state {
    HTML_REFRESH_NEXT, /* there will be another */
    HTML_REFRESH_LEFT, /* there will be none, though a sweep may run */
    HTML_REFRESH_LAST, /* no sweep runs: the page is as if it was written once
                        */
};
struct html_refresh {
    enum html_refresh_state is;
    bool first;                  /* of them */
    double every;                /* seconds from one to the next, at least */
    double began;                /* clock */
    struct section_cache *cache; /* html/section_cache.h; borrowed */
};

/* Seconds until the next, of one that ends now: no more than a tenth of the
 * time is spent on writing. */
double html_refresh_pause(const struct html_refresh *refresh);

/* How it is to be. */
struct html_options {
    const char *output; /* FILE; NULL: NAME-report.html */
    int most;           /* settings that curves are drawn of, the best */
    long example;       /* whose attentions are drawn */
    double wait;        /* seconds for these at most; 0: they are left out */
    const struct html_refresh *refresh; /* NULL: it is written once; borrowed */
};

/*
 * Write the report of n folders, and print the file's name.  Returns how many
 * things it lacks that should be there, such as what a damaged file held, and
 * how many trials have read other data than those beside them: the page says
 * which, and so does standard error.  Of many turns the first prints the name,
 * and the first and the last say what is lacking.
 *
 * Errors: -1, and no page: a folder that cannot be read, a file that cannot be
 * written.
 */
int html_report(char *const *dir, int n, const struct html_options *options,
                struct error *e);

#endif
