/*
 * run_folders.h - the folder of a TensorBoard: a folder for each trial, called
 * trial-0003, with one file of events.
 *
 * A folder that is written again is as if it were new: what was written there
 * before, and is not now, goes.  Nothing else in it is touched.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_HISTORY_RUN_FOLDERS_H
#define REPORT_HISTORY_RUN_FOLDERS_H

#include "base/core/error.h"
#include "base/core/str.h"

struct run_folders {
    char *path; /* owned */
    long n, room;
    long *before; /* [n] numbers of trials that have a file there; owned */
    long kept;    /* of the first of these it is known what becomes of them */
    long others;  /* entries that are not called as a trial's folder */
};

/* Begin: it is not there, empty, or was written so before; else an error. */
int run_folders_open(struct run_folders *f, const char *path, struct error *e);

/* Write the file of a trial; their numbers ascend. */
int run_folders_put(struct run_folders *f, long trial, const struct str *events,
                    struct error *e);

/* No more comes; `wanted`: those of before go. */
int run_folders_close(struct run_folders *f, bool wanted, struct error *e);

#endif
