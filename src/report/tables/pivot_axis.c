/* pivot_axis.c - the rows or columns of a pivot, and their order. */
#include "config.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "base/numbers/digest_map.h"
#include "report/tables/pivot_internal.h"

/* The key by which a row or column is sorted. */
struct axis_line {
    const double *key; /* [keys] a field's number, or for texts the order of
                          first occurrence */
    int keys, at;
};

/* --- in the order of trials ----------------------------------------------- */

static void find_lines(struct pivot_axis *a, const struct groups *g, int from,
                       int fields)
{
    struct digest_map names = {0};

    for (int i = 0; i < g->n; i++) {
        const struct digest key =
            values_digest(g->group[i].value + from, fields, -1);
        const long at = digest_map_add(&names, key, a->n);

        a->of[i] = (int)at;
        if (at < a->n)
            continue;
        GROW(a->first, a->n, a->room);
        a->first[a->n++] = i;
    }
    digest_map_release(&names);
}

/* --- by numbers ----------------------------------------------------------- */

/* Store the keys of a field: its numbers or, if one is not a number, the order
 * in which values first occur. */
static void find_keys(const struct pivot_axis *a, const struct groups *g,
                      int field, double *key, int keys)
{
    struct digest_map names = {0};
    bool numbers = true;

    for (int i = 0; i < a->n && numbers; i++)
        numbers =
            value_is_number(g->group[a->first[i]].value[field], &key[i * keys]);
    for (int i = 0; i < a->n && !numbers; i++) {
        const struct digest name =
            values_digest(&g->group[a->first[i]].value[field], 1, -1);

        key[i * keys] = (double)digest_map_add(&names, name, names.n);
    }
    digest_map_release(&names);
}

static int in_order(const void *a, const void *b)
{
    const struct axis_line *x = a, *y = b;

    for (int k = 0; k < x->keys; k++)
        if (x->key[k] != y->key[k])
            return x->key[k] < y->key[k] ? -1 : 1;
    return x->at - y->at;
}

static void put_in_order(struct pivot_axis *a, const struct groups *g,
                         const struct axis_line *line)
{
    int *first = memory_new(((size_t)a->n + 1) * sizeof(*first)),
        *place = memory_new(((size_t)a->n + 1) * sizeof(*place));

    for (int i = 0; i < a->n; i++) {
        first[i] = a->first[line[i].at];
        place[line[i].at] = i;
    }
    for (int i = 0; i < g->n; i++)
        a->of[i] = place[a->of[i]];
    free(place);
    free(a->first);
    a->first = first;
    a->room = a->n + 1;
}

static void sort_lines(struct pivot_axis *a, const struct groups *g, int from,
                       int fields)
{
    double *key =
        memory_zeroed((size_t)a->n * (size_t)fields + 1, sizeof(*key));
    struct axis_line *line = memory_zeroed((size_t)a->n + 1, sizeof(*line));

    for (int f = 0; f < fields; f++)
        find_keys(a, g, from + f, key + f, fields);
    for (int i = 0; i < a->n; i++)
        line[i] =
            (struct axis_line){key + (size_t)i * (size_t)fields, fields, i};
    qsort(line, (size_t)a->n, sizeof(*line), in_order);
    put_in_order(a, g, line);
    free(line);
    free(key);
}

/* --- both ----------------------------------------------------------------- */

void pivot_axis_init(struct pivot_axis *a, const struct groups *g, int from,
                     int fields, bool sorted)
{
    *a = (struct pivot_axis){
        .of = memory_zeroed((size_t)g->n + 1, sizeof(*a->of))};
    find_lines(a, g, from, fields);
    if (sorted && fields)
        sort_lines(a, g, from, fields);
}

void pivot_axis_release(struct pivot_axis *a)
{
    free(a->first);
    free(a->of);
}
