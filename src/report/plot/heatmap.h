/*
 * heatmap.h - attentions as matrices of colour, tokens along both axes (Tay et
 * al. 2019, figure 3).
 *
 * What may be negative is orange above 0, blue below it and white at it, as far
 * down as up, and of the colours the blue is the darker in print; where a
 * matrix is small a dot marks what is below 0, too.  What is nowhere negative
 * has the colours above 0 alone.  Heads share their range.  A pair that is
 * forbidden has the ground's grey.
 *
 * Rows of candidates have their places in the document, and an arrow where they
 * are the right one's; a pointer's colours have a range of their own.
 *
 * Each token has a mark with room to be read, for which the panel grows; of
 * more than 200 on an axis every second has one, or third...
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_HEATMAP_H
#define REPORT_PLOT_HEATMAP_H

#include "report/inspection/inspection.h"
#include "report/plot/page.h"

/* "mlu, trial 3, example 0 of valid": the caller's to free(). */
char *heatmap_title(const struct inspection *s, const char *name, long trial);

/* A panel for each part that is requested, of each head; where none is named
 * for all parts of one head alone, and for M of each of several.  The title
 * is their subject.  Returns how many there are. */
int heatmap_draw(const struct inspection *s, const char *title,
                 struct page *page);

/* A panel of the example itself, as `codarun data show` has it, behind several
 * matrices, or where rows are candidates, which are few of its tokens. */
void heatmap_example(const struct inspection *s, const char *title,
                     int matrices, struct page *page);

#endif
