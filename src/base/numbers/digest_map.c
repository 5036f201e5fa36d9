#include "config.h"

#include "base/numbers/digest_map.h"

#include <stdlib.h>

#include "base/core/memory.h"

void digest_map_release(struct digest_map *f)
{
    free(f->place);
    *f = (struct digest_map){0};
}

/* The slot of a key, or the free one where it would be; there is a free
 * slot. */
static struct digest_map_slot *find_slot(const struct digest_map *f,
                                         struct digest key)
{
    const size_t last = (size_t)f->room - 1;
    size_t at = key.lo & last;

    while (f->place[at].after && !digest_equal(f->place[at].key, key))
        at = (at + 1) & last;
    return &f->place[at];
}

static void grow(struct digest_map *f)
{
    const struct digest_map old = *f;

    f->room = old.room ? 2 * old.room : 64;
    f->place = memory_zeroed((size_t)f->room, sizeof(*f->place));
    for (long i = 0; i < old.room; i++)
        if (old.place[i].after)
            *find_slot(f, old.place[i].key) = old.place[i];
    free(old.place);
}

/* The slot of a key; a new key gets this number. */
static struct digest_map_slot *take(struct digest_map *f, struct digest key,
                                    long number)
{
    if (3 * f->room <= 4 * f->n)
        grow(f);
    struct digest_map_slot *there = find_slot(f, key);

    if (!there->after) {
        *there = (struct digest_map_slot){key, number + 1};
        f->n++;
    }
    return there;
}

long digest_map_add(struct digest_map *f, struct digest key, long number)
{
    return take(f, key, number)->after - 1;
}

void digest_map_set(struct digest_map *f, struct digest key, long number)
{
    take(f, key, number)->after = number + 1;
}

long digest_map_find(const struct digest_map *f, struct digest key)
{
    return f->room ? find_slot(f, key)->after - 1 : -1;
}
