/* results_folder.h - finds the results folder that the user names. */
#ifndef CMD_RESULTS_FOLDER_H
#define CMD_RESULTS_FOLDER_H

#include "base/core/error.h"

/* Return a folder with results: `name` itself, or that of an experiment of this
 * name under results/. The caller frees it.  Error: NULL if there is
 * neither. */
char *results_folder(const char *name, struct error *e);

/* The same for n names, owned [n]. Error: NULL if one is missing. */
char **results_folders(const char *const *name, int n, struct error *e);
void results_folders_free(char **dir, int n); /* NULL is ignored */

/* Call take() with the name of each results folder of a sweep in a folder, in
 * no particular order.  Error: -1 if the folder cannot be read. */
int results_each_sweep(const char *folder,
                       void (*take)(void *context, const char *name),
                       void *context, struct error *e);

#endif
