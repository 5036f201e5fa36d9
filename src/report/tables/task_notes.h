/*
 * task_notes.h - the tasks' notes on their data, as lines below a table.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_TASK_NOTES_H
#define REPORT_TABLES_TASK_NOTES_H

#include "report/tables/folders.h"

/* Append each note once, in the order of the folders' trials.  A note that not
 * all folders have begins with the names of those that do: "results/sick: test:
 * 4906 pairs". */
void task_notes(const struct folder *folder, int n, struct str *out);

#endif
