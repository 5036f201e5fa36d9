/*
 * field_cell.h - table columns with the values of a field.
 *
 * Threads: one grid belongs to one thread at a time.
 */
#ifndef REPORT_TABLES_FIELD_CELL_H
#define REPORT_TABLES_FIELD_CELL_H

#include "report/format/grid.h"

/* Add a column for a field and return its index.  It is a column of numbers if
 * all its cells are numbers, except for text fields and names of variants. */
int field_column(struct grid *g, const char *field);

/* Set a cell of such a column to a value as it is written in a row's text.  For
 * programs (`data`) texts lose YAML's quotes, and NO_FIELD becomes an empty
 * cell, so that the column can still be one of numbers. */
void field_cell(struct grid *g, int row, int column, const char *value,
                bool data);

#endif
