/*
 * timeline_draw.h - attempts as boxes along time.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_TIMELINE_DRAW_H
#define REPORT_PLOT_TIMELINE_DRAW_H

#include "report/plot/plot.h"

/* A panel a folder: a row a trial, or a row a rank. */
int timeline_draw(const struct plot_input *in, bool by_rank, struct page *page,
                  struct error *e);

#endif
