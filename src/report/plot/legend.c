/* legend.c - the place of a panel's legend. */
#include "config.h"

#include "report/plot/page_internal.h"

/* A legend above a panel has at most so many entries, unless too few pixels
 * would be left beside it. */
enum { ABOVE_MOST = 4, LEFT_LEAST = 320 };
enum { SAMPLE = 6 }; /* characters of an entry beside its text */
enum { EDGES = 90 }; /* pixels of a panel outside its frame */

int legend_entry(const struct panel *p)
{
    const int entry = p->longest + SAMPLE;

    return CHARACTER_WIDTH *
           (entry > p->legend_title ? entry : p->legend_title);
}

int legend_beside(const struct panel *p)
{
    return p->legends > ABOVE_MOST ? legend_entry(p) + 2 * CHARACTER_WIDTH : 0;
}

static int columns_of(const struct panel *p, int width)
{
    const int frame = width - EDGES - CHARACTER_WIDTH * p->left;
    const int columns = frame / legend_entry(p);

    return columns < 1 ? 1 : columns > p->legends ? p->legends : columns;
}

struct legend legend_of(const struct panel *p, int width)
{
    const int beside = legend_beside(p);

    if (!p->legends || (beside && width - beside >= LEFT_LEAST))
        return (struct legend){.beside = beside};
    const int columns = columns_of(p, width);

    return (struct legend){.columns = columns,
                           .rows = (p->legends + columns - 1) / columns +
                                   (p->legend_title > 0)};
}
