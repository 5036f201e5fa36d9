/*
 * data_task.h - the task whose data a command shows: that of an experiment's
 * first trial, or of a public data set (fetch/data_sets.h).
 */
#ifndef CMD_DATA_DATA_TASK_H
#define CMD_DATA_DATA_TASK_H

#include "config/command_line/option.h"
#include "engine/task/task.h"

struct task_asked {
    const char *name;   /* an experiment file, or a data set's name */
    struct strings set; /* "FIELD=VALUE" */
};

/* Load the task of the experiment's first trial and call use() with it. */
int data_task_of_experiment(const struct task_asked *w,
                            int (*use)(const struct task *t, const void *how,
                                       struct error *e),
                            const void *how, struct error *e);

/* The same; a name that is not a file can also be a data set's. */
int data_task_of_either(const struct task_asked *w,
                        int (*use)(const struct task *t, const void *how,
                                   struct error *e),
                        const void *how, struct error *e);

#endif
