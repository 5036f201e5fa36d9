#include "config.h"

#include "report/html/section_cache.h"

#include <stdlib.h>

#include "base/core/memory.h"

const char *section_cache_find(struct section_cache *k, struct digest from)
{
    for (int i = 0; k && i < k->n; i++)
        if (digest_equal(k->part[i].from, from)) {
            k->part[i].used = true;
            return k->part[i].text;
        }
    return NULL;
}

void section_cache_add(struct section_cache *k, struct digest from,
                       const char *text)
{
    if (!k || section_cache_find(k, from))
        return;
    GROW(k->part, k->n, k->room);
    k->part[k->n++] = (struct cached_section){from, memory_string(text), true};
}

void section_cache_sweep(struct section_cache *k)
{
    int n = 0;

    for (int i = 0; i < k->n; i++) {
        if (!k->part[i].used) {
            free(k->part[i].text);
            continue;
        }
        k->part[n] = k->part[i];
        k->part[n++].used = false;
    }
    k->n = n;
}

void section_cache_release(struct section_cache *k)
{
    for (int i = 0; i < k->n; i++)
        free(k->part[i].text);
    free(k->part);
    *k = (struct section_cache){0};
}
