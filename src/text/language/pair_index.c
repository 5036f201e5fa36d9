#include "text/language/pair_index.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

#define LEAST_SLOTS 256

void pair_index_release(struct pair_index *p)
{
    free(p->key);
    free(p->slot);
    *p = (struct pair_index){0};
}

void pair_index_image(struct pair_index *p, struct image *m)
{
    IMAGE_VALUE(m, p->n);
    IMAGE_VALUE(m, p->slots);
    IMAGE_ARRAY(m, p->key, p->n);
    IMAGE_ARRAY(m, p->slot, p->slots);
}

static uint64_t key_of(int32_t left, int32_t right)
{
    return (uint64_t)(uint32_t)left << 32 | (uint32_t)right;
}

/* The slot of the key, or the free one where it belongs.  Multiplying by a
 * large odd number mixes every bit into the upper ones. */
static size_t place(const struct pair_index *p, uint64_t key)
{
    size_t i = (size_t)((key * 0x9e3779b97f4a7c15u) >> 32) & (p->slots - 1);

    while (p->slot[i] >= 0 && p->key[p->slot[i]] != key)
        i = (i + 1) & (p->slots - 1);
    return i;
}

static void free_slots(struct pair_index *p)
{
    for (size_t i = 0; i < p->slots; i++)
        p->slot[i] = -1;
}

static void grow(struct pair_index *p)
{
    free(p->slot);
    p->slots = p->slots ? 2 * p->slots : LEAST_SLOTS;
    p->slot = memory_new(p->slots * sizeof(*p->slot));
    free_slots(p);
    for (int i = 0; i < p->n; i++)
        p->slot[place(p, p->key[i])] = i;
}

int32_t pair_index_find(const struct pair_index *p, int32_t left, int32_t right)
{
    return p->n ? p->slot[place(p, key_of(left, right))] : -1;
}

int32_t pair_index_add(struct pair_index *p, int32_t left, int32_t right)
{
    const uint64_t key = key_of(left, right);

    if (2 * ((size_t)p->n + 1) > p->slots)
        grow(p);
    const size_t i = place(p, key);

    if (p->slot[i] >= 0)
        return p->slot[i];
    GROW(p->key, p->n, p->room);
    p->key[p->n] = key;
    return p->slot[i] = p->n++;
}

void pair_index_clear(struct pair_index *p)
{
    free_slots(p);
    p->n = 0;
}
