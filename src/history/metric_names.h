/*
 * metric_names.h - what the metrics of a trial are called in the long table.
 *
 * Threads: one at a time.
 */
#ifndef HISTORY_METRIC_NAMES_H
#define HISTORY_METRIC_NAMES_H

#include "task/task.h"

/* Of training, and of each quantity that train.inspect looks at; NULL behind
 * the last. */
extern const char *const metrics_of_training[];
extern const char *const metrics_of_inspected[];

/* Names of metrics, each once. */
struct metric_names {
    int n, room;
    char **name; /* owned, each too */
};

/* Add those that a task of this kind may have. */
void metric_names_add(struct metric_names *m, const struct task_kind *k);
void metric_names_release(struct metric_names *m);

#endif
