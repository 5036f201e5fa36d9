/*
 * grid.h - a table of texts, written for a terminal, Markdown or CSV.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_GRID_H
#define REPORT_GRID_H

#include <stdbool.h>

#include "base/str.h"

enum table_format { TABLE_TEXT, TABLE_MARKDOWN, TABLE_CSV };
extern const char *const grid_format_names[]; /* NULL behind the last */

struct grid_column {
    char *head;  /* owned */
    bool right;  /* numbers stand to the right */
    bool joined; /* never on another line than the column before */
};

/* A zeroed one is empty; columns first, then rows. */
struct grid {
    int keys; /* leading columns that say which row it is */
    int columns, room;
    struct grid_column *column; /* owned */
    int rows, row_room;
    int most;    /* rows that are rendered, from the first; 0: all */
    char **cell; /* [rows x columns], owned, each too; NULL is empty */
};

int grid_column(struct grid *g, bool right, const char *fmt, ...)
    __attribute__((format(printf, 3, 4))); /* returns its number */
int grid_row(struct grid *g);              /* returns its number */
void grid_set(struct grid *g, int row, int column, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void grid_release(struct grid *g);

/* How many rows are rendered. */
int grid_shown(const struct grid *g);

/*
 * Append the table.  TEXT aligns columns by characters, not bytes; one wider
 * than 100 is folded into several below each other, each with the keys, unless
 * those leave too little room.  MARKDOWN is a pipe table; CSV is RFC 4180:
 * CRLF, and quotes where needed.
 */
void grid_render(const struct grid *g, enum table_format format,
                 struct str *out);

#endif
