/* curves.c - how training went: the goal and the loss by step. */
#include "config.h"

#include "html/parts.h"

/* The goal's metric of the first folder that has one, or NULL. */
static int draw_curves(const struct html_report *r, struct page *page,
                       struct error *e)
{
    const char *metric[2] = {NULL, "loss"};
    struct plot_input in = r->in;
    struct measure goal;

    if (plot_measure(&in.folder[0], &(struct plot_view){0}, 0, &goal, e))
        return -1;
    metric[0] = goal.name;
    in.view.metric = metric;
    in.view.metrics = 2;
    return plot_kind_find("curves", 6)->draw(&in, page, e);
}

static int write(struct html_report *r, struct error *e)
{
    struct page page = {0};

    if (!html_any_finished(r))
        return 0;
    const int failed = draw_curves(r, &page, e) ||
                       html_figures(r, &page, "Learning curves", e);

    page_release(&page);
    return failed ? -1 : 0;
}

const struct html_section html_curves = {
    .id = "curves",
    .title = "Learning curves",
    .write = write,
};
