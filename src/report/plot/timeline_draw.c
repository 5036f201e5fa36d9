/* timeline_draw.c - attempts as boxes along the time axis. */
#include "config.h"

#include "report/plot/timeline_draw.h"

#include <math.h>

#include "report/plot/timeline.h"

/* The fills also differ in black-and-white print. */
static const char *const style[SPAN_ENDS] = {
    "solid 0.75 lc rgb '#0072B2'", "solid 1.0 lc rgb '#D55E00'",
    "pattern 4 lc rgb '#56B4E9'",  "pattern 1 lc rgb '#666666'",
    "pattern 2 lc rgb '#E69F00'",  "pattern 5 lc rgb '#009E73'",
    "solid 0.3 lc rgb '#0072B2'",
};

enum { TICKS_MOST = 30 };   /* rows that are all labelled */
enum { NUMBER_WIDTH = 28 }; /* smallest part of the time with a number */

/* A unit in which the whole time is at most a few hundred. */
struct unit {
    const char *name;
    double seconds;
};

static struct unit unit_for(double seconds)
{
    return seconds < 300     ? (struct unit){"seconds", 1}
           : seconds < 18000 ? (struct unit){"minutes", 60}
           : seconds < 5e5   ? (struct unit){"hours", 3600}
                             : (struct unit){"days", 86400};
}

/* Return the number of the last row. */
static long last_row(const struct timeline *t, bool by_rank)
{
    long last = 0;

    for (int i = 0; i < t->n; i++) {
        const struct timeline_span *s = &t->span[i];

        for (int k = 0; k < s->ranks; k++) {
            const long row = by_rank ? s->rank[k] : s->trial;

            last = row > last ? row : last;
        }
    }
    return last;
}

static double length_of(const struct timeline *t)
{
    double to = 0;

    for (int i = 0; i < t->n; i++)
        to = fmax(to, t->span[i].to);
    return to;
}

/* Add a row for each attempt or, by ranks, for each of its ranks; returns how
 * many. */
static int add_rows(struct page *page, const struct timeline *t,
                    enum span_end end, bool by_rank)
{
    int rows = 0;

    for (int i = 0; i < t->n; i++) {
        const struct timeline_span *s = &t->span[i];

        if (s->end != end)
            continue;
        for (int k = 0; k < s->ranks && (by_rank || !k); k++, rows++)
            page_row(page, 4,
                     (double[]){s->from, s->to, (double)s->trial, s->rank[k]});
    }
    return rows;
}

static void add_end(struct page *page, struct panel *panel,
                    const struct timeline *t, enum span_end end, bool by_rank,
                    double unit)
{
    const int block =
        page_block(page, span_end_names[end], "from (s)\tto (s)\ttrial\trank");
    const int rows = add_rows(page, t, end, by_rank);
    const int y = by_rank ? 4 : 3;

    if (!rows) {
        page_row(page, 1, (double[]){(double)NAN});
        return;
    }
    panel_plot(panel, block, span_end_names[end],
               "using ($1/%g):%d:($1/%g):($2/%g):($%d-0.4):($%d+0.4) with "
               "boxxyerror fs %s dt 1 lw 0.8",
               unit, y, unit, unit, y, y, style[end]);
    if (by_rank)
        panel_plot(panel, block, NULL,
                   "using (($1+$2)/%g):($2-$1 > %.9g ? $4 : NaN):"
                   "(sprintf('%%d',$3)) with labels font ',9' boxed",
                   2 * unit, length_of(t) / NUMBER_WIDTH);
}

static int draw_folder(const struct folder *f, bool by_rank, struct page *page,
                       struct error *e)
{
    struct timeline t;
    struct str label = {0};

    if (timeline_read(&t, f->s->dir, e))
        return -1;
    struct panel *panel = page_panel(page, f->x->name, NULL);
    const struct unit unit = unit_for(length_of(&t));
    const long last = last_row(&t, by_rank);

    str_addf(&label, "%s since the start", unit.name);
    panel_axis(panel, 'x', str_text(&label));
    panel_axis(panel, 'y', by_rank ? "rank" : "trial");
    panel_do(panel, "set yrange [%ld.6:-0.6]", last);
    if (last < TICKS_MOST)
        panel_do(panel, "set ytics 1");
    panel_do(panel, "set xrange [0:*]");
    panel_span(panel, 0, length_of(&t) / unit.seconds);
    panel_do(panel, "set style textbox opaque fillcolor rgb '#20ffffff' "
                    "noborder margins 0.3,0.3");
    for (int end = 0; end < SPAN_ENDS; end++)
        add_end(page, panel, &t, (enum span_end)end, by_rank, unit.seconds);
    if (t.torn)
        page_note(page, "%s: %ld lines of '%s/events.jsonl' are no events",
                  by_rank ? "ranks" : "gantt", t.torn, f->s->dir);
    page->damaged |= t.damaged > 0;
    str_release(&label);
    timeline_release(&t);
    return 0;
}

int timeline_draw(const struct plot_input *in, bool by_rank, struct page *page,
                  struct error *e)
{
    for (int i = 0; i < in->n; i++)
        if (draw_folder(&in->folder[i], by_rank, page, e))
            return -1;
    return 0;
}
