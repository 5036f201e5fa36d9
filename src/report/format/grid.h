/*
 * grid.h - a table of texts, independent of its format.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_FORMAT_GRID_H
#define REPORT_FORMAT_GRID_H

#include <stdbool.h>

#include "base/core/str.h"
#include "engine/store/table_data.h"

struct grid_column {
    char *head;  /* owned */
    int over;    /* bytes at its beginning that neighbours may share */
    bool right;  /* aligned to the right, as numbers are */
    int better;  /* 1 if higher numbers are better, -1 if lower ones are,
                    else 0 */
    bool joined; /* never in another part than the column before it */
    bool real;   /* right, and its numbers may have fractions */
    bool field;  /* the head is a field's dotted name */
    bool values; /* a field's column: numbers if all its cells are */
    bool texts;  /* a column of a field of texts, where "" is a value: an
                    unset cell has none */
};

/* A zeroed grid is empty.  Add columns first, then rows. */
struct grid {
    int keys;       /* leading columns that identify the row */
    int short_keys; /* this many of them are enough; 0 if all are needed */
    int columns, room;
    struct grid_column *column; /* owned */
    int rows, row_room;
    int most;    /* rows that are shown, from the first; 0 for all */
    char **cell; /* [rows x columns], owned, each too; NULL if empty */
};

int grid_column(struct grid *g, bool right, const char *fmt, ...)
    __attribute__((format(printf, 3, 4))); /* returns its index */
int grid_reals(struct grid *g, const char *fmt, ...)
    __attribute__((format(printf, 2, 3))); /* as above, for real numbers */
int grid_row(struct grid *g);              /* returns its index */
int grid_find(const struct grid *g, const char *head); /* -1 if there is none */
void grid_set(struct grid *g, int row, int column, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void grid_release(struct grid *g);

/* Append a column with the same whole number in all rows. */
void grid_mark(struct grid *g, const char *head, long value);

/* Return a copy for people: texts on one line, made safe as in core/show.h.
 * The caller releases it. */
struct grid grid_show(const struct grid *g);

/* Return how many columns from this one on share the beginning of their
 * heads. */
int grid_span(const struct grid *g, int column);

/* Return how many rows are shown. */
int grid_shown(const struct grid *g);

/* Return a cell's text, "" if it is empty; for row -1 the head.  Borrowed. */
const char *grid_text(const struct grid *g, int row, int column);

/* True if a cell is empty; "" in a column of a field of texts is not. */
bool grid_is_empty(const struct grid *g, int row, int column);

/* True if the number at the beginning of a cell is, as written, the best of its
 * column.  False in columns where neither direction is better. */
bool grid_is_best(const struct grid *g, int row, int column);

/* Return the narrowest type of all cells of a column; empty cells fit any. */
enum cell_type grid_type(const struct grid *g, int column);

#endif
