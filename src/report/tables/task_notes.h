/*
 * task_notes.h - what tasks noted of their data, as lines below a table.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_TASK_NOTES_H
#define REPORT_TABLES_TASK_NOTES_H

#include "report/tables/folders.h"

/* Append each line once, in the order in which the folders' trials have them.
 * A line that not all folders have begins with the names of those that do:
 * "results/sick: test: 4906 pairs". */
void task_notes(const struct folder *folder, int n, struct str *out);

#endif
