/* length.c - a metric by the length of a question's text. */
#include "config.h"

#include "report/plot/traits.h"

static int draw(const struct plot_input *in, struct page *page, struct error *e)
{
    return traits_draw(in, false, page, e);
}

const struct plot_kind plot_length = {
    .name = "length",
    .summary = "a metric by how long a question's text is, or another trait",
    .draw = draw,
};
