/*
 * metric_names.h - what the metrics of a trial are called in the long table.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_HISTORY_METRIC_NAMES_H
#define REPORT_HISTORY_METRIC_NAMES_H

#include "engine/task/task.h"
#include "report/tables/name_list.h"

/* Of training, and of each quantity that train.inspect looks at; NULL behind
 * the last. */
extern const char *const metrics_of_training[];
extern const char *const metrics_of_inspected[];

/* Add those that a task of this kind may have, each once. */
void metric_names_add(struct name_list *l, const struct task_kind *k);

#endif
