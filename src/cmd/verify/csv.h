/*
 * csv.h - reads a table that was written as CSV (RFC 4180).
 *
 * Lines end in LF or CRLF; either is read as LF in a quoted cell.
 *
 * Threads: one at a time.
 */
#ifndef CMD_VERIFY_CSV_H
#define CMD_VERIFY_CSV_H

#include "base/core/error.h"

struct csv {
    int columns, rows; /* rows without the head */
    int n, room;       /* cells */
    char **cell;       /* [(rows + 1) x columns], the head first; owned */
};

/* Read a file.  Error: a row that has not as many cells as the head; the
 * message names its line. */
int csv_read(struct csv *c, const char *path, struct error *e);
void csv_release(struct csv *c);

/* Return the column with this head, or -1. */
int csv_column(const struct csv *c, const char *head);

const char *csv_head(const struct csv *c, int column);
const char *csv_cell(const struct csv *c, int row, int column); /* row >= 0 */

#endif
