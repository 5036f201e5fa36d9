/* groups_better.c - whether higher or lower values of groups are better. */
#include "config.h"

#include <string.h>

#include "report/tables/groups.h"

#define TASK "task."

static bool maximizes(const struct trial_group *g, const struct measure *m)
{
    return measure_maximizes(m, g->member[0].x, g->member[0].row);
}

/* True if any variant sets a field of the task. */
static bool variants_set_task(const struct experiment *x)
{
    for (int v = 0; v < x->variants; v++)
        for (int f = 0; f < x->variant[v].n; f++)
            if (!strncmp(x->variant[v].field[f].name, TASK, strlen(TASK)))
                return true;
    return false;
}

/* True if field f is one of folder or task and the groups differ in it. */
static bool data_differ(const struct groups *g, int f)
{
    const char *name = g->field[f];

    if (strcmp(name, FIELD_FOLDER) != 0 && strncmp(name, TASK, strlen(TASK)) &&
        (strcmp(name, VARIANT) != 0 ||
         !variants_set_task(g->group[0].member[0].x)))
        return false;
    for (int i = 1; i < g->n; i++)
        if (strcmp(g->group[i].value[f], g->group[0].value[f]) != 0)
            return true;
    return false;
}

int groups_better(const struct groups *g, int fields, const struct measure *m)
{
    const bool high = g->n && maximizes(g->group, m);

    for (int f = 0; f < fields && g->n; f++)
        if (data_differ(g, f))
            return 0;
    for (int i = 1; i < g->n; i++)
        if (maximizes(&g->group[i], m) != high)
            return 0;
    return high ? 1 : -1;
}
