/*
 * csv.h - reading back a table that was written as CSV (RFC 4180).
 *
 * Lines may end in LF or CRLF; in a quoted cell either is read as LF.
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

/* Every row must have as many cells as the head; the error names the line. */
int csv_read(struct csv *c, const char *path, struct error *e);
void csv_release(struct csv *c);

/* The column with this head, or -1. */
int csv_column(const struct csv *c, const char *head);

const char *csv_head(const struct csv *c, int column);
const char *csv_cell(const struct csv *c, int row, int column); /* row >= 0 */

#endif
