/* data_path.h - where a data file named in an experiment lies. */
#ifndef ENGINE_TASK_DATA_PATH_H
#define ENGINE_TASK_DATA_PATH_H

#include "base/core/error.h"

/*
 * The path of a file: `name` itself when it begins with '/', else under
 * $CODARUN_DATA when that is set, else beside the experiment: in that folder,
 * or in the first that has it of several, one a line.  Returns -1 when it is in
 * none, or is a pipe or a device; the error names every place tried, and the
 * public data set that has such a file.  A name may be ARCHIVE:PART, or that of
 * a folder with a slash at its end (files/file_set.h).  *path is the caller's
 * to free(), NULL on failure.
 */
int data_path(const char *name, const char *beside, char **path,
              struct error *e);

/* Who knows the public data sets: `named` gives the name of the one that has a
 * file of such a name, or NULL.  For the process, before data_path() is called;
 * without it no error names one. */
void data_path_sets(const char *(*named)(const char *file));

#endif
