/*
 * folders_make.h - a table or picture of the trials of folders that are
 * selected.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_FOLDERS_MAKE_H
#define REPORT_TABLES_FOLDERS_MAKE_H

#include "report/tables/folders.h"
#include "report/tables/selection.h"

/*
 * Read n folders and make something of those trials that are selected, of all
 * where that is NULL: again without what then turns out to be damaged, as long
 * as that fails.  What make() returns, or 1 where it made it and they are not
 * folders_whole(), which is told of `alone`.
 */
int folders_make(char *const *dir, int n, const struct selection *selection,
                 bool alone,
                 int (*make)(const void *context, const struct folders *f,
                             struct error *e),
                 const void *context, struct error *e);

#endif
