/*
 * fonts.h - replacing characters for which no font is installed.
 *
 * gnuplot draws such a character in a PNG as a box as large as the page, so it
 * is replaced by a question mark.  SVG files need no replacement: the reader's
 * fonts are used.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_FONTS_H
#define REPORT_PLOT_FONTS_H

#include "base/core/str.h"

/*
 * Replace such characters of a valid UTF-8 text with '?'.  Returns how many
 * different ones there were, and stores the first in *first. fontconfig knows
 * the installed fonts; if it finds none, or codarun is built without it, the
 * text is unchanged.
 */
int fonts_replace_missing(struct str *text, long *first);

#endif
