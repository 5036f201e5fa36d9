/* histograms.c - distributions of attentions during training. */
#include "config.h"

#include <string.h>

#include "report/html/report_internal.h"

static bool any_histogram(const struct history *h)
{
    for (int k = 0; k < STATS_PARTS; k++)
        if (h->n && h->histogram[k])
            return true;
    return false;
}

/* Return 1 if a trial has histograms, 0 if not, -1 if they cannot be read. */
static int has_histograms(const struct folder *f, const struct results_row *row,
                          struct error *e)
{
    struct history h;

    if (results_history(f->s, row, &h, e))
        return -1;
    const bool has = any_histogram(&h);

    history_release(&h);
    return has;
}

static int draw(const struct html_report *r, const struct folder *f, long trial,
                struct page *page, struct error *e)
{
    struct plot_input in = {.n = 1, .folder = f, .view = r->in.view};

    in.view.trials = 1;
    in.view.trial[0] = trial;
    return plot_kind_find("histograms", strlen("histograms"))
        ->draw(&in, page, e);
}

static int draw_folder(const struct html_report *r, const struct folder *f,
                       struct page *page, struct error *e)
{
    const struct results_row *row[TRIALS_CHOSEN];
    const int n = html_chosen(f, row);

    for (int i = 0; i < n; i++) {
        const int has = has_histograms(f, row[i], e);

        if (has < 0 || (has && draw(r, f, row[i]->number, page, e)))
            return -1;
    }
    return 0;
}

static int write(struct html_report *r, struct error *e)
{
    struct page page = {0};
    int failed = 0;

    if (!html_any_finished(r))
        return 0;
    for (int i = 0; i < r->in.n && !failed; i++)
        failed = draw_folder(r, &r->in.folder[i], &page, e);
    if (!failed && page.n)
        failed = html_figures(r, &page, "Distribution of an attention", e);
    else if (!failed)
        html_absent(r, "None were kept: train.inspect: histograms keeps them.");
    page_release(&page);
    return failed;
}

const struct html_section html_histograms = {
    .id = "histograms",
    .title = "Distributions of attentions",
    .write = write,
};
