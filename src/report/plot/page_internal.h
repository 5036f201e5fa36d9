/* page_internal.h - what page.c and page_script.c share. */
#ifndef REPORT_PLOT_PAGE_INTERNAL_H
#define REPORT_PLOT_PAGE_INTERNAL_H

#include "report/plot/page.h"

/* A text in double quotes, appended: all that might mean something to gnuplot
 * is octal.  In what a tick says a % is a format, and two are one. */
void page_quote(const char *text, bool tick, struct str *out);

/* The legend of a panel stands beside it or in rows above its frame. */
struct legend {
    int beside; /* pixels of the panel's width; 0: none is */
    int columns,
        rows; /* above; a row has the legend's title, if there is one */
};

/* Of a panel of so many pixels; and how many it wants beside itself where there
 * is room. */
struct legend legend_of(const struct panel *p, int width);
int legend_beside(const struct panel *p);

/* Pixels of its longest entry, or its title. */
int legend_entry(const struct panel *p);

#endif
