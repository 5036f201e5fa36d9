/* history.c - the values of a search's trials in their order, and the best so
 * far. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "report/plot/plot.h"

enum { FEW = 12 }; /* with at most this many trials each has a mark */

/* Add a block with a row for each finished trial: its number, its value, and
 * the best so far.  `last` becomes the number of the last trial. */
static int add_trials(struct page *page, const struct folder *f,
                      const struct measure *m, long *last)
{
    const bool rising = plot_maximizes(f, m);
    char *columns = memory_format("trial\t%s\tbest", m->name);
    const int block = page_block(page, f->x->name, columns);
    double best = (double)NAN;

    *last = 0;
    for (long i = 0; i < f->s->n; i++) {
        const double x = plot_value(m, &f->s->row[i]);

        if (isnan(x))
            continue;
        if (measure_better(x, best, rising))
            best = x;
        *last = f->s->row[i].number;
        page_row(page, 3, (double[]){(double)*last, x, best});
    }
    if (isnan(best))
        page_row(page, 1, (double[]){(double)NAN});
    free(columns);
    return block;
}

static int draw_metric(const struct folder *f, const struct plot_view *view,
                       int metric, struct page *page, struct error *e)
{
    struct measure m;

    if (plot_measure(f, view, metric, &m, e))
        return -1;
    struct panel *panel = page_panel(page, f->x->name, NULL);
    long last;
    const int block = add_trials(page, f, &m, &last);

    panel_axis(panel, 'x', "trial");
    panel_axis(panel, 'y', m.name);
    panel_percent(panel);
    panel_do(panel, "set xrange [-0.5:%ld.5]", last);
    if (last < FEW)
        panel_do(panel, "set xtics 0, 1");
    else
        panel_span(panel, 0, (double)last);
    panel_plot(panel, block, "best so far", "using 1:3 with steps lt 2 dt 1");
    panel_plot(panel, block, "trial",
               "using 1:2 with points pt 7 ps 0.6 lc rgb '#480072B2'");
    return 0;
}

static int draw(const struct plot_input *in, struct page *page, struct error *e)
{
    for (int i = 0; i < in->n; i++) {
        for (int k = 0; k < plot_measures(&in->view); k++)
            if (draw_metric(&in->folder[i], &in->view, k, page, e))
                return -1;
        plot_note_failed(page, "history",
                         folders_count(&in->folder[i], 1).failed);
    }
    return 0;
}

const struct plot_kind plot_history = {
    .name = "history",
    .summary = "a metric of each trial of a search, and the best so far",
    .draw = draw,
};
