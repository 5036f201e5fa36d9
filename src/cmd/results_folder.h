/* results_folder.h - which results folder a person means. */
#ifndef CMD_RESULTS_FOLDER_H
#define CMD_RESULTS_FOLDER_H

#include "base/core/error.h"

/* A folder with results, or the name of an experiment that has one under
 * results/.  The caller's to free(); NULL when there is neither. */
char *results_folder(const char *name, struct error *e);

/* The same of n names, owned [n]; NULL when there is none of one of them. */
char **results_folders(const char *const *name, int n, struct error *e);
void results_folders_free(char **dir, int n); /* NULL: nothing */

/* Hand over the name of each results folder of a sweep in a folder, in no
 * order.  -1: the folder cannot be read. */
int results_each_sweep(const char *folder,
                       void (*take)(void *context, const char *name),
                       void *context, struct error *e);

#endif
