/* curves.c - learning curves: the goal and the loss by step. */
#include "config.h"

#include <string.h>

#include "report/html/report_internal.h"
#include "report/plot/running.h"

static bool find_goal(const struct folder *f, struct measure *goal)
{
    struct error none;

    return !plot_measure(f, &(struct plot_view){0}, 0, goal, &none);
}

/* Draw n folders from the first on, which have this goal. */
static int draw_folders(const struct html_report *r, int first, int n,
                        const struct measure *goal, struct page *page,
                        struct error *e)
{
    struct plot_input in = {
        .n = n, .folder = &r->in.folder[first], .view = r->in.view};

    in.view.metric = (const char *[]){goal->name, "loss"};
    in.view.metrics = 2;
    return plot_kind_find("curves", strlen("curves"))->draw(&in, page, e);
}

/* True if all folders with a goal have this one. */
static bool is_shared(const struct html_report *r, const struct measure *goal)
{
    struct measure other;

    for (int i = 0; i < r->in.n; i++)
        if (find_goal(&r->in.folder[i], &other) &&
            strcmp(other.name, goal->name) != 0)
            return false;
    return true;
}

/* Draw all folders together, or each by itself if their goals differ. */
static int draw_curves(const struct html_report *r, struct page *page,
                       struct error *e)
{
    struct measure goal;

    for (int i = 0; i < r->in.n; i++) {
        if (!find_goal(&r->in.folder[i], &goal))
            continue;
        if (is_shared(r, &goal))
            return draw_folders(r, 0, r->in.n, &goal, page, e);
        if (draw_folders(r, i, 1, &goal, page, e))
            return -1;
    }
    return 0;
}

static int add_finished(struct html_report *r, struct error *e)
{
    struct page page = {0};
    const int failed = draw_curves(r, &page, e) ||
                       html_figures(r, &page, "Learning curves", e);

    page_release(&page);
    return failed ? -1 : 0;
}

/* Add the curves of trials that the folder's sweep is training. */
static int add_running(struct html_report *r, const struct folder *f,
                       struct error *e)
{
    const struct liveness *p = html_liveness(r, f);
    struct page page = {0};
    int failed = 0;

    if (liveness_is_current(p))
        failed = plot_running(f->s->dir, &p->last, r->options->most, &page, e);
    if (!failed && page.n) {
        html_heading(r, "In training");
        failed =
            html_figures(r, &page, "Learning curves of trials in training", e);
    }
    page_release(&page);
    return failed ? -1 : 0;
}

static int write(struct html_report *r, struct error *e)
{
    int failed = html_any_finished(r) ? add_finished(r, e) : 0;

    for (int i = 0; i < r->in.n && !failed; i++)
        failed = add_running(r, &r->in.folder[i], e);
    return failed;
}

const struct html_section html_curves = {
    .id = "curves",
    .title = "Learning curves",
    .write = write,
};
