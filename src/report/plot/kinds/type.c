/* type.c - a metric by the type of a question. */
#include "config.h"

#include "report/plot/traits.h"

static int draw(const struct plot_input *in, struct page *page, struct error *e)
{
    return traits_draw(in, true, page, e);
}

const struct plot_kind plot_type = {
    .name = "type",
    .summary = "a metric by what type a question is of, or another trait",
    .draw = draw,
};
