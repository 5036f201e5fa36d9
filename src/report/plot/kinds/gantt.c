/* gantt.c - the time when each trial was trained. */
#include "config.h"

#include "report/plot/timeline_draw.h"

static int draw(const struct plot_input *in, struct page *page, struct error *e)
{
    return timeline_draw(in, false, page, e);
}

const struct plot_kind plot_gantt = {
    .name = "gantt",
    .summary = "when each trial was trained, and how that ended",
    .draw = draw,
};
