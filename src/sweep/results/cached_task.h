/*
 * cached_task.h - the task of a trial, and so its data, kept for the trials
 * after it that have the same.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_RESULTS_CACHED_TASK_H
#define SWEEP_RESULTS_CACHED_TASK_H

#include "engine/task/task.h"
#include "sweep/experiment/proposed.h"
#include "sweep/folder/lease.h"

/* Zeroed, it keeps none; it may not move while it keeps one. */
struct cached_task {
    char *key; /* owned: the task's fields */
    struct trial_config config;
    struct task *task; /* owned; NULL: none */
};

/* The task of a trial, whose configuration is `conf`, loaded now or kept from
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
 * The folder beside which data are looked up, for data_path(); free() it.  An
 * experiment read from its results folder has its data where the first run
 * found them: that folder's file `origin` says where.  Behind it come those
 * that are near the results folder, since both may have been moved.
 */
char *trial_data_folder(const struct experiment *x);

/* Write that file, for a resume by the folder, whose lease this is. */
int trial_data_note(const struct experiment *x, const char *dir,
                    struct lease *lease, struct error *e);

#endif
