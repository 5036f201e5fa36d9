/*
 * gnuplot.h - gnuplot, run as a program: a script in, a picture out.
 *
 * It reads no settings of the user's, so that a picture is the same for all.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_GNUPLOT_H
#define REPORT_PLOT_GNUPLOT_H

#include <stdbool.h>

#include "base/core/error.h"
#include "base/core/str.h"

/* Is there a program of this name where commands are looked for? */
bool gnuplot_found(void);

/* What to do where there is none. */
int gnuplot_missing(struct error *e);

/* Append what a script draws on standard output. */
int gnuplot_draw(const struct str *script, struct str *picture,
                 struct error *e);

#endif
