/*
 * traits.h - metrics by what a question is like: its length, its type.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_PLOT_TRAITS_H
#define REPORT_PLOT_TRAITS_H

#include "report/plot/plot.h"

/* A panel a folder and metric, by the trait that the view names, or by the
 * first that has words, or has none. */
int traits_draw(const struct plot_input *in, bool words, struct page *page,
                struct error *e);

#endif
