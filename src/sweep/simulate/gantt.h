/*
 * gantt.h - a chart of when which workers trained, as text and as SVG.
 *
 * Workers go down, time goes to the right.  A row is one worker or, if there
 * are more workers than rows, several.  Memory is fixed: pairs of columns are
 * merged whenever time has reached the last column.
 *
 * Threads: one at a time.
 */
#ifndef SWEEP_SIMULATE_GANTT_H
#define SWEEP_SIMULATE_GANTT_H

#include "sweep/simulate/fleet.h"

#define GANTT_ROWS 40 /* at most */

struct gantt {
    int workers, rows;
    double width; /* seconds a column */
    struct gantt_cell {
        double busy, lost; /* seconds of all its workers; busy includes lost */
        int begun;         /* attempts */
    } * cell;              /* [rows x GANTT_COLUMNS] owned */
};

void gantt_init(struct gantt *p, int workers);
void gantt_release(struct gantt *p);

/* The watch() of struct fleet. */
void gantt_watch(void *gantt, const struct training_span *span);

/* What a row shows for a part of the time, as shares of its workers'
 * seconds. */
struct gantt_share {
    double busy, lost;
    bool begun;
};
struct gantt_share gantt_part(const struct gantt *p, int row, double from,
                              double to);

/* Workers [*first, *last] of a row. */
void gantt_row(const struct gantt *p, int row, int *first, int *last);

/* Append the chart until `end`, `columns` wide with its labels. */
void gantt_text(const struct gantt *p, double end, int columns,
                struct str *out);

/* The same as an SVG document. */
void gantt_svg(const struct gantt *p, double end, const char *title,
               struct str *out);

#endif
