/* ranks.c - the trial that each rank trained at each time. */
#include "config.h"

#include "report/plot/timeline_draw.h"

static int draw(const struct plot_input *in, struct page *page, struct error *e)
{
    return timeline_draw(in, true, page, e);
}

const struct plot_kind plot_ranks = {
    .name = "ranks",
    .summary = "what each rank trained when",
    .draw = draw,
};
