/*
 * picture.h - when which workers trained, as text and as SVG.
 *
 * Workers go down, time goes to the right.  A row stands for one worker or,
 * where there are more than rows, for several; what it takes in memory is
 * fixed, since columns are joined by twos whenever time has come to the last.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SIMULATE_PICTURE_H
#define SWEEP_SIMULATE_PICTURE_H

#include "sweep/simulate/fleet.h"

#define PICTURE_ROWS 40 /* at most */

struct picture {
    int workers, rows;
    double width; /* seconds a column */
    struct cell {
        double busy, lost; /* seconds of all its workers; busy: lost ones too */
        int begun;         /* errands */
    } * cell;              /* [rows x PICTURE_COLUMNS] owned */
};

void picture_init(struct picture *p, int workers);
void picture_release(struct picture *p);

/* As struct fleet's watch(). */
void picture_watch(void *picture, const struct span *span);

/* What a row shows of a part of the time, as shares of its workers' seconds. */
struct part {
    double busy, lost;
    bool begun;
};
struct part picture_part(const struct picture *p, int row, double from,
                         double to);

/* Workers [*first, *last] of a row. */
void picture_row(const struct picture *p, int row, int *first, int *last);

/* All of it until the end, `columns` wide with what stands beside. */
void picture_text(const struct picture *p, double end, int columns,
                  struct str *out);

/* The same as a document. */
void picture_svg(const struct picture *p, double end, const char *title,
                 struct str *out);

#endif
