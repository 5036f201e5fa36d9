/*
 * traits.h - metrics by a property of the questions: their length, their type.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_TRAITS_H
#define REPORT_PLOT_TRAITS_H

#include "report/plot/plot.h"

/* Add a panel for each folder and metric, by the trait that the view names; by
 * default the first trait with words, or without (`words`). */
int traits_draw(const struct plot_input *in, bool words, struct page *page,
                struct error *e);

#endif
