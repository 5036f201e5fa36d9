#include "config.h"

#include "base/system/processor_limit.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>

#include "base/system/control_group.h"
#include "base/system/slurm_grant.h"

struct processor_limit processor_limit_find(const char *root)
{
    const struct group_limit group = control_group_processors(root);
    struct processor_limit l = {.most = group.most};
    const char *by = group.by;
    const double granted = slurm_processors(&by);

    if (granted < l.most)
        l.most = granted;
    else
        by = group.by;
    snprintf(l.by, sizeof(l.by), "%s", by);
    return l;
}

/* Threads that wait for one another gain nothing from part of a processor, so
 * it is rounded down. */
int processor_limit_share(const struct processor_limit *l, int n)
{
    const double share = floor(l->most / n);

    return share < 1 ? 1 : share < INT_MAX ? (int)share : INT_MAX;
}
