/*
 * grid.h - a table of texts, whatever it is written as.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_FORMAT_GRID_H
#define REPORT_FORMAT_GRID_H

#include <stdbool.h>

#include "base/core/str.h"

struct grid_column {
    char *head;  /* owned */
    int over;    /* leading bytes of it that neighbours may share */
    bool right;  /* of numbers, which stand to the right */
    int better;  /* 1: a higher number is better, -1: a lower; 0: neither */
    bool joined; /* never on another line than the column before */
    bool real;   /* right, and no number needs to be whole */
    bool field;  /* the head is a field's dotted name */
    bool values; /* of a field: numbers where all its cells are */
    bool texts;  /* of a field of texts, of which "" is one: a cell that was not
                    set has none */
};

/* A zeroed one is empty; columns first, then rows. */
struct grid {
    int keys; /* leading columns that say which row it is */
    int short_keys; /* so many first ones are enough; 0: all are needed */
    int columns, room;
    struct grid_column *column; /* owned */
    int rows, row_room;
    int most;    /* rows that are rendered, from the first; 0: all */
    char **cell; /* [rows x columns], owned, each too; NULL is empty */
};

int grid_column(struct grid *g, bool right, const char *fmt, ...)
    __attribute__((format(printf, 3, 4))); /* returns its number */
int grid_reals(struct grid *g, const char *fmt, ...)
    __attribute__((format(printf, 2, 3))); /* likewise, of real numbers */
int grid_row(struct grid *g);              /* returns its number */
int grid_find(const struct grid *g, const char *head); /* -1: there is none */
void grid_set(struct grid *g, int row, int column, const char *fmt, ...)
    __attribute__((format(printf, 4, 5)));
void grid_release(struct grid *g);

/* One column more behind all rows, of the same whole number in each. */
void grid_mark(struct grid *g, const char *head, long value);

/* A copy for people, whose texts stand as core/show.h has them on one line
 * each; to be released. */
struct grid grid_show(const struct grid *g);

/* How many columns from this one on share the leading bytes of their heads. */
int grid_span(const struct grid *g, int column);

/* How many rows are rendered. */
int grid_shown(const struct grid *g);

/* A cell, "" where it is empty; of row -1 the head.  Borrowed. */
const char *grid_text(const struct grid *g, int row, int column);

/* Is nothing there, no text of a field of texts either? */
bool grid_is_empty(const struct grid *g, int row, int column);

/* Is the number that a cell begins with the best of its column, as it is
 * written, where better ones and worse ones are told apart? */
bool grid_is_best(const struct grid *g, int row, int column);

/* The narrowest type that a column's cells have; empty ones have any. */
enum grid_type { GRID_TEXT, GRID_INT, GRID_REAL };
enum grid_type grid_type(const struct grid *g, int column);

#endif
