/*
 * cached_task.h - a trial's task with its data, kept for later trials that have
 * the same task.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RESULTS_CACHED_TASK_H
#define SWEEP_RESULTS_CACHED_TASK_H

#include "engine/task/task.h"
#include "sweep/experiment/proposed.h"
#include "sweep/folder/lease.h"

/* Zeroed, it keeps no task; it may not move while it keeps one. */
struct cached_task {
    char *key; /* owned: the task's fields */
    struct trial_config config;
    struct task *task; /* owned; NULL if none */
};

/* The task of a trial with configuration `conf`, loaded now or kept from
 * before; NULL on failure.  Borrowed until the next call. */
const struct task *cached_task(struct cached_task *k,
                               const struct experiment *x,
                               const struct assignment *a,
                               const struct trial_config *conf,
                               struct error *e);
const struct task *cached_task_of(struct cached_task *k,
                                  const struct proposed *of, long number,
                                  struct error *e);
void cached_task_release(struct cached_task *k);

/*
 * The folder beside which data are looked up, for data_path(); the caller frees
 * it.  If the experiment was read from its results folder, it is the folder
 * where the first run found the data, as that folder's file `origin` says.
 * Folders near the results folder follow, since both may have been moved.
 */
char *trial_data_folder(const struct experiment *x);

/* Write the file `origin`, for resuming by the results folder, whose lease this
 * is. */
int trial_data_note(const struct experiment *x, const char *dir,
                    struct lease *lease, struct error *e);

#endif
