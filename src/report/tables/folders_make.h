/*
 * folders_make.h - making a table or picture of the selected trials of folders.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_FOLDERS_MAKE_H
#define REPORT_TABLES_FOLDERS_MAKE_H

#include "report/tables/folders.h"
#include "report/tables/selection.h"

/*
 * Read n folders and call make() with the selected trials, or with all if
 * `selection` is NULL. If make() fails because files turn out to be damaged, it
 * is called again without them.  Returns what make() returned, or 1 if it
 * succeeded but the folders are not folders_whole(), to which `alone` is
 * passed.
 */
int folders_make(char *const *dir, int n, const struct selection *selection,
                 bool alone,
                 int (*make)(const void *context, const struct folders *f,
                             struct error *e),
                 const void *context, struct error *e);

#endif
