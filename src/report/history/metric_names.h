/*
 * metric_names.h - names of a trial's metrics in the long table.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_HISTORY_METRIC_NAMES_H
#define REPORT_HISTORY_METRIC_NAMES_H

#include "engine/task/task.h"
#include "report/tables/name_list.h"

/* Names for training, and for each quantity of train.inspect; both end with
 * NULL. */
extern const char *const metrics_of_training[];
extern const char *const metrics_of_inspected[];

/* Add the names that a task of this kind can have, each once. */
void metric_names_add(struct name_list *l, const struct task_kind *k);

#endif
