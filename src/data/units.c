#include "data/units.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

const char *const split_names[] = {"train", "valid", "test", NULL};

void units_init(struct units *u, const char *name, int n, int metrics)
{
    *u = (struct units){.n = n, .metrics = metrics};
    snprintf(u->name, sizeof(u->name), "%s", name);
    u->tally =
        memory_zeroed((size_t)n * (size_t)metrics + 1, sizeof(*u->tally));
}

struct trait *units_new_trait(struct units *u, const char *name)
{
    assert(u->traits < MAX_TRAITS);
    GROW(u->trait, u->traits, u->room);
    struct trait *t = &u->trait[u->traits++];

    *t = (struct trait){0};
    snprintf(t->name, sizeof(t->name), "%s", name);
    return t;
}

int32_t *units_add_trait(struct units *u, const char *name, const char *words)
{
    struct trait *t = units_new_trait(u, name);

    t->words = words ? memory_string(words) : NULL;
    t->value = memory_zeroed((size_t)u->n + 1, sizeof(*t->value));
    return t->value;
}

const struct trait *units_trait(const struct units *u, const char *name)
{
    for (int i = 0; i < u->traits; i++)
        if (!strcmp(u->trait[i].name, name))
            return &u->trait[i];
    return NULL;
}

void units_release(struct units *u)
{
    for (int i = 0; i < u->traits; i++) {
        free(u->trait[i].words);
        free(u->trait[i].value);
    }
    free(u->trait);
    free(u->tally);
    *u = (struct units){0};
}

void units_spoil(struct units *u, int i)
{
    for (int m = 0; m < u->metrics; m++)
        if (units_at(u, i, m)->of > 0)
            units_at(u, i, m)->sum = (double)NAN;
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
