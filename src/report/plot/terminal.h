/*
 * terminal.h - the files that a picture may be, each by a terminal of gnuplot.
 *
 * A script is in pixels, of which 96 are an inch, and so are its fonts and
 * lines, whatever the file is: 12 pixels are 9 points of a PDF.
 *
 * Threads: tables that are never written to.
 */
#ifndef REPORT_PLOT_TERMINAL_H
#define REPORT_PLOT_TERMINAL_H

#include <stdbool.h>

#include "base/core/str.h"

#define PIXELS_OF_INCH 96.0

struct terminal {
    const char *ending; /* ".svg" */
    const char *name;   /* gnuplot's */
    double scale;       /* what one pixel is in its units of size */
    const char *unit;   /* behind a size: "in" */
    double most;        /* of these units on a side; 0: no limit */
    const char *options;
    bool own_fonts; /* it draws with fonts that are here; an SVG has texts, for
                       which its reader has fonts */
    bool dated;     /* it says when it was made */
};

/* All of them, the last without an ending; the first is the usual one. */
extern const struct terminal terminals[];

/* The one for a file's name; NULL: no terminal makes such a file. */
const struct terminal *terminal_of(const char *file);

/* The command that sets it, for a picture of so many pixels. */
void terminal_set(const struct terminal *t, int width, int height,
                  struct str *out);

#endif
