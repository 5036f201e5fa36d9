/*
 * run_folders.h - TensorBoard's folder: a folder for each trial, named like
 * trial-0003, with one event file.
 *
 * Writing to an existing folder again replaces it: files of trials that are not
 * written this time are removed.  Nothing else in it is touched.
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
    long *before; /* [n] numbers of the trials that have a file there; owned */
    long kept;    /* how many of them have been kept or removed so far */
    long others;  /* entries that are not named like a trial's folder */
};

/* Begin.  Error: the folder exists and is neither empty nor written by this
 * code. */
int run_folders_open(struct run_folders *f, const char *path, struct error *e);

/* Write the file of a trial; call it with ascending numbers. */
int run_folders_put(struct run_folders *f, long trial, const struct str *events,
                    struct error *e);

/* End.  If `wanted`, remove older files that were not written again. */
int run_folders_close(struct run_folders *f, bool wanted, struct error *e);

#endif
