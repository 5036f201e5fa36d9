/* search.c - the results of a search: the best value so far, the importance of
 * fields, the trials in the space, and the rungs where a scheduler ended
 * them. */
#include "config.h"

#include <string.h>

#include "report/html/report_internal.h"
#include "report/tables/best_trial.h"
#include "sweep/sampler/sampler.h"

/* Add the pictures of a kind, or a line if it cannot be drawn, as the
 * importance over three trials. */
static void add_kind(struct html_report *r, const struct folder *f,
                     const char *name)
{
    const struct plot_input in = {.n = 1, .folder = f, .view = r->in.view};
    const struct plot_kind *kind = plot_kind_find(name, strlen(name));
    struct page page = {0};
    struct error e = {""};

    if (kind->draw(&in, &page, &e))
        html_absent(r, "No picture of kind %s: %s.", name, e.text);
    else if (html_figures(r, &page, kind->summary, &e))
        html_fault(r, &e);
    page_release(&page);
}

static void add_pictures(struct html_report *r, const struct folder *f)
{
    struct error none;

    if (!search_draws(&f->x->search))
        html_absent(r, "The sweep is a list of trials, not a search.");
    else if (!best_trial(f->x, f->s, &none))
        html_absent(r, "No trial has finished yet.");
    else if (!r->gnuplot)
        html_absent(r, "%s", NO_PICTURES);
    else {
        add_kind(r, f, "history");
        add_kind(r, f, "importance");
        add_kind(r, f, "parallel");
        add_kind(r, f, "metric");
    }
}

static void write_folder(struct html_report *r, const struct folder *f)
{
    add_pictures(r, f);
    html_rungs(r, f);
}

const struct html_section html_search = {
    .id = "search",
    .title = "Search",
    .write_folder = write_folder,
};
