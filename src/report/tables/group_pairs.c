/* group_pairs.c - the pairs of groups that a table compares. */
#include "config.h"

#include "report/tables/group_pairs.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "config/field/field.h"

/* Count the distinct values of a field over the groups; `key` and `first` are
 * scratch memory with room for each group. */
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

/* True if no value of a field is a number.  Names of variants are always
 * words. */
static bool is_words(const struct groups *g, int field)
{
    if (strcmp(g->field[field], VARIANT) == 0)
        return true;
    for (int i = 0; i < g->n; i++) {
        double number;

        if (value_is_number(g->group[i].value[field], &number))
            return false;
    }
    return true;
}

/* Return, for each class by the index of its first group, the group that the
 * others of the class are compared with. */
static long *find_standards(const struct groups *g, int field,
                            const char *against, const long *first)
{
    long *standard = memory_new(((size_t)g->n + 1) * sizeof(*standard));

    for (int i = 0; i < g->n; i++)
        standard[i] = i;
    for (int i = 0; i < g->n && against; i++)
        if (strcmp(g->group[i].value[field], against) == 0)
            standard[first[i]] = i;
    return standard;
}

/* Add the pairs in each class.  A class is the groups that differ in the field
 * only. */
static void add_pairs(struct group_pairs *p, const struct groups *g, int field,
                      const char *against, struct digest *key, long *first)
{
    for (int i = 0; i < g->n; i++)
        key[i] = values_digest(g->group[i].value, g->fields, field);
    digest_firsts(key, g->n, first);
    long *standard = find_standards(g, field, against, first);

    for (int i = 0; i < g->n; i++) {
        const long a = standard[first[i]];

        if (a == i)
            continue;
        GROW(p->pair, p->n, p->room);
        p->pair[p->n++] = (struct group_pair){(int)a, i, field};
    }
    free(standard);
}

static int in_order(const void *pa, const void *pb)
{
    const struct group_pair *a = pa, *b = pb;

    return a->a != b->a ? a->a - b->a : a->b - b->b;
}

void group_pairs_init(struct group_pairs *p, const struct groups *g,
                      const char *against)
{
    struct digest *key = memory_new(((size_t)g->n + 1) * sizeof(*key));
    long *first = memory_new(((size_t)g->n + 1) * sizeof(*first));

    *p = (struct group_pairs){0};
    p->values = memory_zeroed((size_t)g->fields + 1, sizeof(*p->values));
    for (int f = 0; f < g->fields; f++) {
        p->values[f] = count_values(g, f, key, first);
        if (p->values[f] == 2 || is_words(g, f))
            add_pairs(p, g, f, against, key, first);
    }
    if (p->n)
        qsort(p->pair, (size_t)p->n, sizeof(*p->pair), in_order);
    free(key);
    free(first);
}

static bool has(const char *const *value, int n, const char *one)
{
    int i = 0;

    while (i < n && strcmp(value[i], one) != 0)
        i++;
    return i < n;
}

/* Store each value of the compared fields once; returns how many. */
static int list_values(const struct group_pairs *p, const struct groups *g,
                       const char ***value)
{
    int n = 0, room = 0;

    for (int i = 0; i < p->n; i++) {
        const struct group_pair *pair = &p->pair[i];
        const int of[] = {pair->a, pair->b};

        for (int k = 0; k < 2; k++) {
            const char *is = g->group[of[k]].value[pair->field];

            if (has(*value, n, is))
                continue;
            GROW(*value, n, room);
            (*value)[n++] = is;
        }
    }
    return n;
}

int group_pairs_check(const struct group_pairs *p, const struct groups *g,
                      const char *against, struct error *e)
{
    const char **value = NULL;
    const int n = list_values(p, g, &value);
    const bool known = has(value, n, against);
    struct str list = {0};

    if (!known && n) {
        names_list(value, n, &list);
        nearest_hint(against, value, n, &list);
    }
    if (!known)
        error_set(e, "--against: found '%s', expected %s", against,
                  n ? str_text(&list) : "none, as nothing is compared");
    str_release(&list);
    free(value);
    return known ? 0 : -1;
}

void group_pairs_release(struct group_pairs *p)
{
    free(p->pair);
    free(p->values);
    *p = (struct group_pairs){0};
}
