/*
 * field_cell.h - columns of a table that say what values a field has.
 *
 * Threads: one grid belongs to one thread at a time.
 */
#ifndef REPORT_TABLES_FIELD_CELL_H
#define REPORT_TABLES_FIELD_CELL_H

#include "report/format/grid.h"

/* A column under the field's name: of numbers where all its cells are, but for
 * texts and names of variants.  Returns its number. */
int field_column(struct grid *g, const char *field);

/* Put a value, as a row's text has it, into such a column: for programs
 * (`data`) a text without YAML's quotes, and nothing of NO_FIELD, with which
 * the column were none of numbers. */
void field_cell(struct grid *g, int row, int column, const char *value,
                bool data);

#endif
