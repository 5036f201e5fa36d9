/*
 * timeline_draw.h - a timeline's attempts as boxes along the time axis.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_TIMELINE_DRAW_H
#define REPORT_PLOT_TIMELINE_DRAW_H

#include "report/plot/plot.h"

/* Add a panel for each folder, with a row for each trial or each rank. */
int timeline_draw(const struct plot_input *in, bool by_rank, struct page *page,
                  struct error *e);

#endif
