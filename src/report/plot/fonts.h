/*
 * fonts.h - characters that no font here has.
 *
 * Where gnuplot draws a PNG, each of them is a box as large as the page: a
 * question mark says less and spoils nothing.  An SVG has whatever fonts its
 * reader has.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_FONTS_H
#define REPORT_PLOT_FONTS_H

#include "base/core/str.h"

/*
 * Put '?' in place of those in a valid UTF-8 text; how many different ones, and
 * the first of them.  What there is fontconfig tells; where it knows of no
 * font, or codarun is built without it, the text stays as it is.
 */
int fonts_replace_missing(struct str *text, long *first);

#endif
