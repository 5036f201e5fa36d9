#include "config.h"

#include "base/numbers/digest_index.h"

#include <assert.h>
#include <stdlib.h>

#include "base/core/memory.h"

void digest_index_release(struct digest_index *x)
{
    free(x->place);
    *x = (struct digest_index){0};
}

static struct digest digest_at(const struct digest_array *of, long element)
{
    return *(const struct digest *)((const char *)of->first +
                                    (size_t)element * of->stride);
}

/* The slot of the element with this digest, or the free one where it would be;
 * there is a free slot. */
static int32_t *find_slot(const struct digest_index *x,
                          const struct digest_array *of, struct digest key)
{
    const size_t last = (size_t)x->room - 1;
    size_t at = key.lo & last;

    while (x->place[at] && !digest_equal(digest_at(of, x->place[at] - 1), key))
        at = (at + 1) & last;
    return &x->place[at];
}

static void grow(struct digest_index *x, const struct digest_array *of)
{
    const struct digest_index old = *x;

    x->room = old.room ? 2 * old.room : 64;
    x->place = memory_zeroed((size_t)x->room, sizeof(*x->place));
    for (long i = 0; i < old.room; i++)
        if (old.place[i])
            *find_slot(x, of, digest_at(of, old.place[i] - 1)) = old.place[i];
    free(old.place);
}

long digest_index_find(const struct digest_index *x,
                       const struct digest_array *of, struct digest key)
{
    return x->room ? *find_slot(x, of, key) - 1 : -1;
}

long digest_index_take(struct digest_index *x, const struct digest_array *of,
                       long element)
{
    assert(element >= 0 && element < INT32_MAX);
    if (3 * x->room <= 4 * x->n)
        grow(x, of);
    int32_t *there = find_slot(x, of, digest_at(of, element));

    if (!*there) {
        *there = (int32_t)element + 1;
        x->n++;
    }
    return *there - 1;
}
