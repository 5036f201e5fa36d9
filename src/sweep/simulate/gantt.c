#include "config.h"

#include "sweep/simulate/gantt.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

#define GANTT_COLUMNS 2048 /* even */
#define FIRST_WIDTH 1e-3   /* seconds */

void gantt_init(struct gantt *p, int workers)
{
    *p = (struct gantt){.workers = workers,
                        .rows = workers < GANTT_ROWS ? workers : GANTT_ROWS,
                        .width = FIRST_WIDTH};
    p->cell = memory_zeroed((size_t)p->rows * GANTT_COLUMNS, sizeof(*p->cell));
}

void gantt_release(struct gantt *p)
{
    free(p->cell);
    *p = (struct gantt){0};
}

static int row_of(const struct gantt *p, int worker)
{
    return (int)((long)worker * p->rows / p->workers);
}

void gantt_row(const struct gantt *p, int row, int *first, int *last)
{
    *first = (int)(((long)row * p->workers + p->rows - 1) / p->rows);
    *last = (int)(((long)(row + 1) * p->workers + p->rows - 1) / p->rows) - 1;
}

static struct gantt_cell *cell_of(const struct gantt *p, int row, int column)
{
    return &p->cell[row * GANTT_COLUMNS + column];
}

/* Merge pairs of columns: twice the time in half the columns. */
static void join(struct gantt *p)
{
    for (int row = 0; row < p->rows; row++) {
        struct gantt_cell *c = cell_of(p, row, 0);

        for (int i = 0; i < GANTT_COLUMNS / 2; i++)
            c[i] = (struct gantt_cell){c[2 * i].busy + c[2 * i + 1].busy,
                                       c[2 * i].lost + c[2 * i + 1].lost,
                                       c[2 * i].begun + c[2 * i + 1].begun};
        memset(c + GANTT_COLUMNS / 2, 0, GANTT_COLUMNS / 2 * sizeof(*c));
    }
    p->width *= 2;
}

/* The length of [from, to) that lies in [begin, end). */
static double overlap(double from, double to, double begin, double end)
{
    return fmax(0, fmin(to, end) - fmax(from, begin));
}

void gantt_watch(void *gantt, const struct training_span *s)
{
    struct gantt *p = gantt;
    const int row = row_of(p, s->worker);

    while (s->end >= p->width * GANTT_COLUMNS)
        join(p);
    const int first = (int)(s->begin / p->width);
    const int last = (int)(s->end / p->width);

    cell_of(p, row, first)->begun += s->end > s->begin;
    for (int i = first; i <= last; i++) {
        struct gantt_cell *c = cell_of(p, row, i);
        const double from = i * p->width, to = from + p->width;

        c->busy += overlap(from, to, s->begin, s->end);
        c->lost += overlap(from, to, s->end - s->lost, s->end);
    }
}

struct gantt_share gantt_part(const struct gantt *p, int row, double from,
                              double to)
{
    const int last = (int)fmin(ceil(to / p->width), GANTT_COLUMNS);
    int first_worker, last_worker;
    struct gantt_share part = {0};

    gantt_row(p, row, &first_worker, &last_worker);
    for (int i = (int)(from / p->width); i < last; i++) {
        const struct gantt_cell *c = cell_of(p, row, i);
        const double left = i * p->width;
        const double share =
            overlap(left, left + p->width, from, to) / p->width;

        part.busy += c->busy * share;
        part.lost += c->lost * share;
        part.begun |= c->begun && left >= from;
    }
    const double all = (to - from) * (last_worker - first_worker + 1);

    part.busy = all > 0 ? fmin(1, part.busy / all) : 0;
    part.lost = all > 0 ? fmin(1, part.lost / all) : 0;
    return part;
}
