/*
 * column_wrap.h - a table that is too wide for a line, as several, each of
 * which begins with the columns that say which row it is.
 *
 *     struct column_wrap f = column_wrap_begin(grid, line, false); // each head
 *     is whole while (column_wrap_next(&f))
 *         write the columns of which column_wrap_has(&f, column)
 *     column_wrap_release(&f);
 *
 * Threads: one at a time.
 */
#ifndef REPORT_FORMAT_COLUMN_WRAP_H
#define REPORT_FORMAT_COLUMN_WRAP_H

#include "report/format/grid.h"

/* The part of it that is to be written. */
struct column_wrap {
    const struct grid *grid; /* borrowed */
    char **head;             /* of each column; owned, each too, as the next */
    int *width;              /* in characters */
    int line, keys;          /* the first columns, which stand in each part */
    int first, end;          /* behind them those from `first` on */
    bool shared;             /* what heads share stands above them once */
    bool begun;
};

/* Heads are names of fields as they are, or short (field/short_names.h) where
 * that keeps the table in one part, or keys with whole names would fill more
 * than half of a line.  The parts are one where the table fits, or where even
 * short keys leave no room for its numbers.  `shared`: what columns share of
 * their heads stands once above them. */
struct column_wrap column_wrap_begin(const struct grid *g, int line,
                                     bool shared);
void column_wrap_release(struct column_wrap *f);

/* The next part; false: there is none. */
bool column_wrap_next(struct column_wrap *f);

static inline bool column_wrap_has(const struct column_wrap *f, int column)
{
    return column < f->keys || (column >= f->first && column < f->end);
}

/* What a head has of its own, behind what it shares. */
const char *column_wrap_own(const struct column_wrap *f, int column);

/* A cell, or a head where row is -1. */
const char *column_wrap_text(const struct column_wrap *f, int row, int column);

#endif
