#include "config.h"

#include "report/html/kept.h"

#include <stdlib.h>

#include "base/core/memory.h"

const char *kept_find(struct kept *k, struct digest from)
{
    for (int i = 0; k && i < k->n; i++)
        if (digest_equal(k->part[i].from, from)) {
            k->part[i].used = true;
            return k->part[i].text;
        }
    return NULL;
}

void kept_add(struct kept *k, struct digest from, const char *text)
{
    if (!k || kept_find(k, from))
        return;
    GROW(k->part, k->n, k->room);
    k->part[k->n++] = (struct kept_part){from, memory_string(text), true};
}

void kept_sweep(struct kept *k)
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

void kept_release(struct kept *k)
{
    for (int i = 0; i < k->n; i++)
        free(k->part[i].text);
    free(k->part);
    *k = (struct kept){0};
}
