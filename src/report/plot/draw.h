/*
 * draw.h - pictures into files: pages, names, and what stands beside them.
 *
 * FILE.svg is the first page, FILE-2.svg the next.  With data FILE.dat has what
 * is drawn, as tables of text, and FILE.gp draws it again: `gnuplot FILE.gp` in
 * its folder makes the same picture.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_DRAW_H
#define REPORT_PLOT_DRAW_H

#include "report/plot/plot.h"

/* How it is to be drawn. */
struct plot_order {
    const char *output; /* FILE.svg, .png or .pdf; NULL: NAME-KIND.svg */
    bool data;          /* script and data beside it */
    int rows, columns;  /* of a page; 0: chosen */
    int width, height;  /* of a page, in pixels; 0: as its panels need */
};

/* Does a file's name say by its ending what picture it is to be?  NULL is a
 * name that is not given. */
int plot_check_output(const char *file, struct error *e);

/* "found kind 'X', expected ..." */
void plot_kinds_expected(const char *name, struct str *out);

/*
 * Draw kinds, with commas between them, into files; prints their names.  1:
 * without what is damaged of what they alone read.
 * Without gnuplot script and data are written where they are wanted, and the
 * error says what is missing.
 */
int plot_draw(const struct plot_input *in, const char *kinds,
              const struct plot_order *order, struct error *e);

/* The same of a page that is filled; without order->output files have `name`,
 * whose commas and slashes become dashes. */
int plot_draw_page(const struct page *page, const char *name,
                   const struct plot_order *order, struct error *e);

/* Append the script by which gnuplot draws one panel, as large as one among
 * others, as SVG, without what it is of. */
void plot_panel_script(const struct page *page, int panel, struct str *script);

#endif
