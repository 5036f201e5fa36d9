/*
 * folds.h - a table that is too wide for a line, as several, each of which
 * begins with the columns that say which row it is.
 *
 *     struct folds f = folds_begin(grid, line, false); // each head is whole
 *     while (folds_next(&f))
 *         write the columns of which folds_has(&f, column)
 *     folds_release(&f);
 *
 * Threads: one at a time.
 */
#ifndef REPORT_FORMAT_FOLDS_H
#define REPORT_FORMAT_FOLDS_H

#include "report/format/grid.h"

/* The part of it that is to be written. */
struct folds {
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
struct folds folds_begin(const struct grid *g, int line, bool shared);
void folds_release(struct folds *f);

/* The next part; false: there is none. */
bool folds_next(struct folds *f);

static inline bool folds_has(const struct folds *f, int column)
{
    return column < f->keys || (column >= f->first && column < f->end);
}

/* What a head has of its own, behind what it shares. */
const char *folds_own(const struct folds *f, int column);

/* A cell, or a head where row is -1. */
const char *folds_text(const struct folds *f, int row, int column);

#endif
