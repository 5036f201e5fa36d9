/*
 * gnuplot.h - runs the program gnuplot, which turns a script into a picture.
 *
 * gnuplot ignores the user's settings, so a picture is the same for all users.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_GNUPLOT_H
#define REPORT_PLOT_GNUPLOT_H

#include <stdbool.h>

#include "base/core/error.h"
#include "base/core/str.h"

/* True if the program is found in PATH. */
bool gnuplot_found(void);

/* Set the error that says what to do if it is not. */
int gnuplot_missing(struct error *e);

/* Run a script and append what it draws on standard output. */
int gnuplot_draw(const struct str *script, struct str *picture,
                 struct error *e);

#endif
