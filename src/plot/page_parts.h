/* page_parts.h - what page.c and page_script.c share. */
#ifndef PLOT_PAGE_PARTS_H
#define PLOT_PAGE_PARTS_H

#include "plot/page.h"

/* A text in double quotes, appended: all that might mean something to gnuplot
 * is octal.  In what a tick says a % is a format, and two are one. */
void page_quote(const char *text, bool tick, struct str *out);

#endif
