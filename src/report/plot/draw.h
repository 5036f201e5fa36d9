/*
 * draw.h - drawing pictures into files: pages, file names, and data beside
 * them.
 *
 * FILE.svg is the first page, FILE-2.svg the next.  With `data`, FILE.dat has
 * the numbers that are drawn, as tables of text, and FILE.gp is the script:
 * `gnuplot FILE.gp`, run in its folder, makes the same picture.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_DRAW_H
#define REPORT_PLOT_DRAW_H

#include "report/plot/plot.h"

/* Options of a drawing. */
struct plot_order {
    const char *output; /* FILE.svg, .png or .pdf; NULL for NAME-KIND.svg */
    bool data;          /* write script and data beside it */
    int rows, columns;  /* panels on a page; 0 to choose */
    int width, height;  /* of a page, in pixels; 0 for what its panels need */
};

/* Check that the ending of a file's name is that of a picture format.  NULL,
 * for no name, is accepted. */
int plot_check_output(const char *file, struct error *e);

/* Append "found kind 'X', expected ...". */
void plot_kinds_expected(const char *name, struct str *out);

/*
 * Draw comma-separated kinds into files, and print the files' names.  Returns 1
 * if damaged data that only these kinds read are left out.  Without gnuplot,
 * script and data are still written if asked for, and the error says what is
 * missing.
 */
int plot_draw(const struct plot_input *in, const char *kinds,
              const struct plot_order *order, struct error *e);

/* The same for a page that is already filled.  Without order->output the files
 * are named by `name`, with dashes for commas and slashes. */
int plot_draw_page(const struct page *page, const char *name,
                   const struct plot_order *order, struct error *e);

/* Append the gnuplot script that draws one panel as SVG, in the size it has
 * among others, without its subject. */
void plot_panel_script(const struct page *page, int panel, struct str *script);

#endif
