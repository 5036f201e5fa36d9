/* page_internal.h - declarations shared by page.c and page_script.c. */
#ifndef REPORT_PLOT_PAGE_INTERNAL_H
#define REPORT_PLOT_PAGE_INTERNAL_H

#include "report/plot/page.h"

/* Append a text in double quotes, with every character special to gnuplot in
 * octal.  In a tick's text % begins a format, so it is doubled. */
void page_quote(const char *text, bool tick, struct str *out);

/* A panel's legend, beside the panel or in rows above its frame. */
struct legend {
    int beside; /* pixels of the panel's width; 0 if it is not beside */
    int columns,
        rows; /* above; a row contains the legend's title, if there is one */
};

/* Return the legend of a panel of this width, and the pixels that it needs
 * beside the panel if there is room. */
struct legend legend_of(const struct panel *p, int width);
int legend_beside(const struct panel *p);

/* Return the pixels of its longest entry, or of its title. */
int legend_entry(const struct panel *p);

#endif
