/* attention.c - a trial's attention on an example (Tay et al. 2019, figure 3;
 * Dhingra et al. 2017, figures 3 to 7). */
#include "config.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "report/plot/heatmap.h"
#include "report/plot/plot.h"

static int draw_example(const struct folder *f, const struct trained *t,
                        const struct inspection_request *w, long number,
                        struct page *page, struct error *e)
{
    struct inspection s;
    int failed = inspection_run(&s, t, w, e);

    if (!failed && s.lists)
        failed = inspection_refuse_list(&s, e);
    if (!failed) {
        char *title = heatmap_title(&s, f->x->name, number);

        heatmap_example(&s, title, heatmap_draw(&s, title, page), page);
        free(title);
    }
    inspection_release(&s);
    return failed ? error_in(e, "'%s', trial %ld", f->s->dir, number) : 0;
}

/* Draw the trial of this number, or the best for -1. */
static int draw_trial(const struct folder *f, const struct plot_view *view,
                      long number, struct page *page, struct error *e)
{
    const struct results_row *row = plot_trial(f, number, e);
    struct inspection_request w = view->inspection;
    struct trained t;

    if (!row)
        return -1;
    w.split = view->split;
    w.draws = true;
    int failed = trained_load(&t, &f->s->ledger.proposed, f->s->dir,
                              row->number, NULL, false, e);

    if (!failed)
        failed = draw_example(f, &t, &w, row->number, page, e);
    trained_release(&t);
    return failed;
}

static int draw(const struct plot_input *in, struct page *page, struct error *e)
{
    if (in->view.inspection.example < 0)
        return error_set(e, "found no --example, expected the number of one");
    for (int i = 0; i < in->n; i++)
        for (int k = 0; k < plot_trials(&in->view); k++)
            if (draw_trial(&in->folder[i], &in->view,
                           plot_trial_number(&in->view, k), page, e))
                return -1;
    return 0;
}

const struct plot_kind plot_attention = {
    .name = "attention",
    .summary = "an attention's matrices on an example, --example",
    .draw = draw,
};
