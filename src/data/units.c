#include "data/units.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"

void units_init(struct units *u, const char *name, int n, int metrics)
{
    *u = (struct units){.n = n, .metrics = metrics};
    snprintf(u->name, sizeof(u->name), "%s", name);
    u->tally =
        memory_zeroed((size_t)n * (size_t)metrics + 1, sizeof(*u->tally));
}

void units_release(struct units *u)
{
    free(u->tally);
    *u = (struct units){0};
}

double units_mean(const struct units *u, int metric)
{
    struct tally all = {0};

    for (int i = 0; i < u->n; i++) {
        const struct tally *t = units_at(u, i, metric);

        all.sum += t->sum;
        all.of += t->of;
    }
    return 100 * all.sum / all.of;
}
