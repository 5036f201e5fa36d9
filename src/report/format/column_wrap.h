/*
 * column_wrap.h - a table that is too wide for a line, split into parts, each
 * of which begins with the columns that identify the row.
 *
 *     struct column_wrap f = column_wrap_begin(grid, line, false);
 *     while (column_wrap_next(&f))
 *         write the columns for which column_wrap_has(&f, column)
 *     column_wrap_release(&f);
 *
 * Threads: one at a time.
 */
#ifndef REPORT_FORMAT_COLUMN_WRAP_H
#define REPORT_FORMAT_COLUMN_WRAP_H

#include "report/format/grid.h"

/* The columns of the current part. */
struct column_wrap {
    const struct grid *grid; /* borrowed */
    char **head;             /* [columns], owned, each too, like the next */
    int *width;              /* in characters */
    int line, keys;          /* `keys` first columns are in each part */
    int first, end;          /* after them the columns [first, end) */
    bool shared;             /* the common beginning of heads is printed
                                once, above them */
    bool begun;
};

/* Begin to split a table into lines of `line` characters.  Heads that are field
 * names are whole, or short (field/short_names.h) if that keeps the table in
 * one part or if whole names of the key columns would fill more than half of a
 * line.  There is one part if the table fits, or if even short keys leave no
 * room for its numbers.  `shared`: the common beginning of neighbouring heads
 * is printed once, above them. */
struct column_wrap column_wrap_begin(const struct grid *g, int line,
                                     bool shared);
void column_wrap_release(struct column_wrap *f);

/* Step to the next part; false after the last. */
bool column_wrap_next(struct column_wrap *f);

static inline bool column_wrap_has(const struct column_wrap *f, int column)
{
    return column < f->keys || (column >= f->first && column < f->end);
}

/* Return the part of a head that it does not share with its neighbours. */
const char *column_wrap_own(const struct column_wrap *f, int column);

/* Return a cell's text, or the head's if row is -1. */
const char *column_wrap_text(const struct column_wrap *f, int row, int column);

#endif
