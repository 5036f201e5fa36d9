/* pivot_published.c - the sources of a pivot's published numbers. */
#include "config.h"

#include "report/tables/pivot_internal.h"

static bool any_shown(const struct pivot_plan *p)
{
    for (int i = 0; i < p->shown; i++)
        if (p->show[i]->rare)
            return true;
    return false;
}

/* Add the source of the first published number that fits a cell, which shows
 * that number; returns how many fit. */
static int find_source(const struct trial_group *g, const struct measure *m,
                       struct name_list *sources)
{
    const struct experiment *x = g->member[0].x;
    int fit = 0;

    for (int i = 0; i < x->published_n; i++) {
        const struct published *p = &x->published[i];

        if (!published_in(p, m->name) || !published_fits_group(p, g))
            continue;
        if (!fit++ && p->source)
            name_list_add(sources, p->source);
    }
    return fit;
}

void pivot_say_published(const struct pivot *p, struct str *out)
{
    struct name_list sources = {0};
    bool several = false;

    if (!any_shown(&p->plan))
        return;
    for (int i = 0; i < p->groups.n; i++)
        for (int m = 0; m < p->plan.measures; m++)
            several |= find_source(&p->groups.group[i], &p->plan.measure[m],
                                   &sources) > 1;
    for (int i = 0; i < sources.n; i++)
        str_addf(out, "%s%s", i ? "; " : "published: ", sources.name[i]);
    str_adds(out, sources.n ? "\n" : "");
    if (several)
        str_adds(out, "of several numbers that are published of a cell the "
                      "first stands\n");
    name_list_release(&sources);
}
