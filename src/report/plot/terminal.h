/*
 * terminal.h - the file formats of pictures, each made by a gnuplot terminal.
 *
 * Sizes, fonts and lines in a script are in pixels, 96 to the inch, whatever
 * the file format is: 12 pixels are 9 points of a PDF.
 *
 * Threads: constant tables.
 */
#ifndef REPORT_PLOT_TERMINAL_H
#define REPORT_PLOT_TERMINAL_H

#include <stdbool.h>

#include "base/core/str.h"

#define PIXELS_OF_INCH 96.0

struct terminal {
    const char *ending; /* ".svg" */
    const char *name;   /* the name in gnuplot */
    double scale;       /* one pixel in the terminal's unit of size */
    const char *unit;   /* written after a size: "in" */
    double most;        /* the longest side in these units; 0 for no limit */
    const char *options;
    bool own_fonts; /* it draws with installed fonts; an SVG contains texts,
                       which its reader draws with other fonts */
    bool dated;     /* its files contain the time when they were made */
};

/* All terminals; the last has no ending, the first is the default. */
extern const struct terminal terminals[];

/* Return the terminal for a file's name, NULL if there is none. */
const struct terminal *terminal_of(const char *file);

/* Append the command that sets it for a picture of this size in pixels. */
void terminal_set(const struct terminal *t, int width, int height,
                  struct str *out);

#endif
