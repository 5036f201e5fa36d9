/* data_path.h - finds the data files that an experiment names. */
#ifndef ENGINE_TASK_DATA_PATH_H
#define ENGINE_TASK_DATA_PATH_H

#include "base/core/error.h"

/*
 * Find a file: `name` itself if it begins with '/'; else under $CODARUN_DATA if
 * that is set and has the file; else beside the experiment.  `beside` is that
 * folder, or several folders, one a line, of which the first that has the file
 * counts.  `name` may be ARCHIVE:PART, or a folder with a slash at its end
 * (files/file_set.h).
 *
 * Returns -1 if no such file exists, or if it is a pipe or a device.  The error
 * names every place that was tried, and the public data set that has such a
 * file.  The caller frees *path, which is NULL on failure.
 */
int data_path(const char *name, const char *beside, char **path,
              struct error *e);

/* Set the function that knows the public data sets: `named` returns the name of
 * the data set that has a file of this name, or NULL.  Holds for the process;
 * call it before data_path().  Without it no error names a data set. */
void data_path_sets(const char *(*named)(const char *file));

#endif
