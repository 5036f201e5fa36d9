/* search.c - what a search found: the best so far, which fields matter, and how
 * trials lie in the space. */
#include "config.h"

#include <string.h>

#include "html/parts.h"
#include "sampler/sampler.h"

static int draw_kind(const struct html_report *r, const struct folder *f,
                     const char *kind, struct page *page, struct error *e)
{
    const struct plot_input in = {.n = 1, .folder = f, .view = r->in.view};

    return plot_kind_find(kind, strlen(kind))->draw(&in, page, e);
}

/* What a kind cannot draw, such as the importance of three trials, is said. */
static void write_folder(struct html_report *r, const struct folder *f)
{
    static const char *const kinds[] = {"history", "importance", "parallel",
                                        "metric"};
    struct page page = {0};
    struct error e = {""};

    if (!search_draws(&f->x->search)) {
        html_absent(r, "The sweep is a list of trials, not a search.");
        return;
    }
    for (size_t i = 0; i < sizeof(kinds) / sizeof(*kinds); i++)
        if (draw_kind(r, f, kinds[i], &page, &e))
            html_absent(r, "No picture of kind %s: %s.", kinds[i], e.text);
    if (page.n && html_figures(r, &page, "What a search found", &e))
        html_fault(r, &e);
    page_release(&page);
}

const struct html_section html_search = {
    .id = "search",
    .title = "Search",
    .write_folder = write_folder,
};
