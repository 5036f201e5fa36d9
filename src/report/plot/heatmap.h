/*
 * heatmap.h - attentions as colour maps, with tokens along both axes (Tay et
 * al. 2019, figure 3).
 *
 * Matrices that can be negative are orange above 0, blue below and white at 0,
 * with a range symmetric about 0.  Blue is the darker one in black-and-white
 * print; in small matrices a dot marks negative values, too.  Matrices without
 * negative values use only the colours above 0.  All heads share one range.
 * Forbidden pairs have the grey of the background.
 *
 * Rows of candidates are labelled with their places in the document, and with
 * an arrow if they are the right candidate's.  A pointer has a colour range of
 * its own.
 *
 * Each token has a label with enough room to be read; the panel grows for that.
 * If an axis has more than 200 tokens, only every second, third ... is
 * labelled.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_HEATMAP_H
#define REPORT_PLOT_HEATMAP_H

#include "report/inspection/inspection.h"
#include "report/plot/page.h"

/* Return "mlu, trial 3, example 0 of valid".  The caller frees it. */
char *heatmap_title(const struct inspection *s, const char *name, long trial);

/* Add a panel for each requested part of each head.  If no part is named: all
 * parts for a single head, M for each of several.  The title is the panels'
 * subject.  Returns the number of panels. */
int heatmap_draw(const struct inspection *s, const char *title,
                 struct page *page);

/* Add a panel with the example itself, as `codarun data show` prints it, if
 * there are several matrices or if rows are candidates, which are few of its
 * tokens. */
void heatmap_example(const struct inspection *s, const char *title,
                     int matrices, struct page *page);

#endif
