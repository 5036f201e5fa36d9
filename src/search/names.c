#include "search/names.h"

#include <stdlib.h>

#include "base/memory.h"

void names_release(struct names *n)
{
    free(n->place);
    *n = (struct names){0};
}

/* Where a name stands, or would; there is a free place. */
static struct named *look(const struct names *n, struct digest name)
{
    const size_t last = (size_t)n->room - 1;
    size_t at = name.lo & last;

    while (n->place[at].after && !digest_equal(n->place[at].name, name))
        at = (at + 1) & last;
    return &n->place[at];
}

static void grow(struct names *n)
{
    const struct names old = *n;

    n->room = old.room ? 2 * old.room : 64;
    n->place = memory_zeroed((size_t)n->room, sizeof(*n->place));
    for (long i = 0; i < old.room; i++)
        if (old.place[i].after)
            *look(n, old.place[i].name) = old.place[i];
    free(old.place);
}

long names_first(struct names *n, struct digest name, long trial)
{
    struct named *there;

    if (3 * n->room <= 4 * n->n)
        grow(n);
    there = look(n, name);
    if (!there->after) {
        *there = (struct named){name, trial + 1};
        n->n++;
    }
    return there->after - 1;
}

long names_find(const struct names *n, struct digest name)
{
    return n->room ? look(n, name)->after - 1 : -1;
}
