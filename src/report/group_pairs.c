/* group_pairs.c - which groups of a table are set against each other. */
#include "config.h"

#include "report/group_pairs.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* How many values a field has over the groups; room for a digest and a number
 * of each. */
static int count_values(const struct groups *g, int field, struct digest *key,
                        long *first)
{
    int n = 0;

    for (int i = 0; i < g->n; i++)
        key[i] = values_digest(&g->group[i].value[field], 1, -1);
    digest_firsts(key, g->n, first);
    for (int i = 0; i < g->n; i++)
        n += first[i] == i;
    return n;
}

/* Are all values of a field words, not numbers?  So are names. */
static bool is_words(const struct groups *g, int field)
{
    if (strcmp(g->field[field], VARIANT) == 0)
        return true;
    for (int i = 0; i < g->n; i++) {
        const char *value = g->group[i].value[field];
        char *end;

        strtod(value, &end);
        if (end != value && !*end)
            return false;
    }
    return true;
}

static void add_pairs(struct group_pairs *p, const struct groups *g, int field,
                      struct digest *key, long *first)
{
    for (int i = 0; i < g->n; i++)
        key[i] = values_digest(g->group[i].value, g->fields, field);
    digest_firsts(key, g->n, first);
    for (int i = 0; i < g->n; i++)
        if (first[i] != i) {
            GROW(p->pair, p->n, p->room);
            p->pair[p->n++] = (struct group_pair){(int)first[i], i, field};
        }
}

static int in_order(const void *pa, const void *pb)
{
    const struct group_pair *a = pa, *b = pb;

    return a->a != b->a ? a->a - b->a : a->b - b->b;
}

void group_pairs_init(struct group_pairs *p, const struct groups *g)
{
    struct digest *key = memory_new(((size_t)g->n + 1) * sizeof(*key));
    long *first = memory_new(((size_t)g->n + 1) * sizeof(*first));

    *p = (struct group_pairs){0};
    p->values = memory_zeroed((size_t)g->fields + 1, sizeof(*p->values));
    for (int f = 0; f < g->fields; f++) {
        p->values[f] = count_values(g, f, key, first);
        if (p->values[f] == 2 || is_words(g, f))
            add_pairs(p, g, f, key, first);
    }
    if (p->n)
        qsort(p->pair, (size_t)p->n, sizeof(*p->pair), in_order);
    free(key);
    free(first);
}

void group_pairs_release(struct group_pairs *p)
{
    free(p->pair);
    free(p->values);
    *p = (struct group_pairs){0};
}
