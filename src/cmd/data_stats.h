/*
 * data_stats.h - `codarun data stats`: how many examples there are, of which
 * classes, how long, of how many words, and which of these have vectors.
 */
#ifndef CMD_DATA_STATS_H
#define CMD_DATA_STATS_H

#include "cmd/data_task.h"

/* Of all splits, with histograms of one of them. */
int data_stats(const struct task_wanted *w, enum split drawn, struct error *e);

#endif
