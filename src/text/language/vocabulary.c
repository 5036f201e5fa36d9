#include "text/language/vocabulary.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/numbers/digest.h"

static void slots_new(struct vocabulary *v, size_t slots)
{
    v->slots = slots;
    v->hash = memory_zeroed(slots, sizeof(*v->hash));
    v->slot = memory_new(slots * sizeof(*v->slot));
    for (size_t i = 0; i < slots; i++)
        v->slot[i] = -1;
}

static int32_t append(struct vocabulary *v, const char *word, size_t len)
{
    GROW(v->word, v->n, v->room);
    v->word[v->n] = memory_new(len + 1);
    memcpy(v->word[v->n], word, len);
    v->word[v->n][len] = 0;
    return v->n++;
}

void vocabulary_init(struct vocabulary *v, const char *const *special, int n)
{
    *v = (struct vocabulary){.special = n};
    slots_new(v, 1024);
    for (int i = 0; i < n; i++)
        append(v, special[i], strlen(special[i]));
}

void vocabulary_release(struct vocabulary *v)
{
    for (int i = 0; i < v->n; i++)
        free(v->word[i]);
    free(v->word);
    free(v->slot);
    free(v->hash);
    *v = (struct vocabulary){0};
}

/* The slot of the word, or the free one where it belongs. */
static size_t place(const struct vocabulary *v, uint64_t hash, const char *word,
                    size_t len)
{
    size_t i = hash & (v->slots - 1);

    for (; v->slot[i] >= 0; i = (i + 1) & (v->slots - 1)) {
        const char *there = v->word[v->slot[i]];

        if (v->hash[i] == hash && !strncmp(there, word, len) && !there[len])
            break;
    }
    return i;
}

static void grow(struct vocabulary *v)
{
    struct vocabulary old = *v;

    slots_new(v, 2 * old.slots);
    for (size_t i = 0; i < old.slots; i++) {
        size_t to = old.hash[i] & (v->slots - 1);

        if (old.slot[i] < 0)
            continue;
        while (v->slot[to] >= 0)
            to = (to + 1) & (v->slots - 1);
        v->slot[to] = old.slot[i];
        v->hash[to] = old.hash[i];
    }
    free(old.slot);
    free(old.hash);
}

int32_t vocabulary_find(const struct vocabulary *v, const char *word,
                        size_t len)
{
    return v->slot[place(v, hash64(word, len), word, len)];
}

int32_t vocabulary_add(struct vocabulary *v, const char *word, size_t len)
{
    uint64_t hash = hash64(word, len);
    size_t i = place(v, hash, word, len);

    if (v->slot[i] >= 0)
        return v->slot[i];
    if (2 * ((size_t)v->n + 1) > v->slots) {
        grow(v);
        i = place(v, hash, word, len);
    }
    v->hash[i] = hash;
    return v->slot[i] = append(v, word, len);
}
