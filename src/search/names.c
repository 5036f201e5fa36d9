#define _GNU_SOURCE /* tdestroy() */
#include "search/names.h"

#include <search.h>
#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"

struct named {
    struct digest name;
    long trial;
};

static int compare(const void *a, const void *b)
{
    const struct digest x = ((const struct named *)a)->name;
    const struct digest y = ((const struct named *)b)->name;

    if (x.hi != y.hi)
        return x.hi < y.hi ? -1 : 1;
    return (x.lo > y.lo) - (x.lo < y.lo);
}

void names_release(struct names *n)
{
    tdestroy(n->tree, free);
    n->tree = NULL;
}

long names_first(struct names *n, struct digest name, long trial)
{
    struct named *own = memory_new(sizeof(*own)), **there;

    *own = (struct named){.name = name, .trial = trial};
    there = tsearch(own, &n->tree, compare);
    if (!there)
        die("out of memory");
    if (*there != own)
        free(own);
    return (*there)->trial;
}

bool names_has(const struct names *n, struct digest name)
{
    const struct named wanted = {.name = name};

    return tfind(&wanted, &n->tree, compare) != NULL;
}
