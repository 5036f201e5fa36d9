/* data_path.h - where a data file named in an experiment lies. */
#ifndef TEXT_DATA_PATH_H
#define TEXT_DATA_PATH_H

#include "base/error.h"

/*
 * The path of a file: `name` itself when it begins with '/', else under
 * $CODARUN_DATA when that is set, else beside the experiment.  Returns -1
 * when it is in neither; the error names every place tried.  *path is the
 * caller's to free().
 */
int data_path(const char *name, const char *beside, char **path,
              struct error *e);

#endif
