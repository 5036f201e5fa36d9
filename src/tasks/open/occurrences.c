#include "config.h"

#include "tasks/open/occurrences.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

struct occurrences occurrences_of(const char *text, size_t len,
                                  const char *sought, size_t n)
{
    assert(n > 0 && n <= UINT32_MAX);
    return (struct occurrences){
        .text = text, .sought = sought, .len = len, .n = n};
}

void occurrences_release(struct occurrences *o)
{
    free(o->border);
    o->border = NULL;
}

/* The length of the longest prefix of `sought` that is a suffix of its first
 * `same` bytes followed by `next`. */
static uint32_t step(const struct occurrences *o, uint32_t same, char next)
{
    while (same && (same == o->n || o->sought[same] != next))
        same = o->border[same];
    return same + (o->sought[same] == next);
}

static void find_borders(struct occurrences *o)
{
    o->border = memory_new((o->n + 1) * sizeof(*o->border));
    o->border[0] = o->border[1] = 0;
    for (size_t i = 1; i < o->n; i++)
        o->border[i + 1] = step(o, o->border[i], o->sought[i]);
}

/* A fast search: most texts have no place, or the first is enough. */
static bool find_first(struct occurrences *o, size_t *at)
{
    const char *p = memmem(o->text, o->len, o->sought, o->n);

    if (!p)
        return false;
    *at = (size_t)(p - o->text);
    o->read = *at + o->n;
    return true;
}

bool occurrences_next(struct occurrences *o, size_t *at)
{
    if (!o->read)
        return find_first(o, at);
    if (!o->border)
        find_borders(o);
    for (uint32_t same = (uint32_t)o->n; o->read < o->len;) {
        same = step(o, same, o->text[o->read++]);
        if (same == o->n) {
            *at = o->read - o->n;
            return true;
        }
    }
    return false;
}
