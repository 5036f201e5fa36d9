#include "config.h"

#include "base/numbers/firsts.h"

#include <stdlib.h>

#include "base/core/memory.h"

void firsts_release(struct firsts *f)
{
    free(f->place);
    *f = (struct firsts){0};
}

/* Where a key stands, or would; there is a free place. */
static struct first *look(const struct firsts *f, struct digest key)
{
    const size_t last = (size_t)f->room - 1;
    size_t at = key.lo & last;

    while (f->place[at].after && !digest_equal(f->place[at].key, key))
        at = (at + 1) & last;
    return &f->place[at];
}

static void grow(struct firsts *f)
{
    const struct firsts old = *f;

    f->room = old.room ? 2 * old.room : 64;
    f->place = memory_zeroed((size_t)f->room, sizeof(*f->place));
    for (long i = 0; i < old.room; i++)
        if (old.place[i].after)
            *look(f, old.place[i].key) = old.place[i];
    free(old.place);
}

/* That of a key, which has this number if it had none. */
static struct first *take(struct firsts *f, struct digest key, long number)
{
    if (3 * f->room <= 4 * f->n)
        grow(f);
    struct first *there = look(f, key);

    if (!there->after) {
        *there = (struct first){key, number + 1};
        f->n++;
    }
    return there;
}

long firsts_take(struct firsts *f, struct digest key, long number)
{
    return take(f, key, number)->after - 1;
}

void firsts_put(struct firsts *f, struct digest key, long number)
{
    take(f, key, number)->after = number + 1;
}

long firsts_find(const struct firsts *f, struct digest key)
{
    return f->room ? look(f, key)->after - 1 : -1;
}
