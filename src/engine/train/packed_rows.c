#include "engine/train/packed_rows.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "engine/kernel/vector.h"

static void make_room(struct packed_rows *r, int n, size_t len)
{
    if (n > r->room) {
        r->room = n > 2 * r->room ? n : 2 * r->room;
        r->id = memory_resize(r->id, (size_t)r->room * sizeof(*r->id));
    }
    if (len > r->x_room) {
        r->x_room = len + len / 4;
        r->x = memory_resize(r->x, r->x_room * sizeof(*r->x));
    }
}

/* The floats of a row.  *k is the table of a row near it, and becomes its
 * table. */
static size_t width_of(const struct param_tables *t, int32_t id, int *k)
{
    while (id < t->table[*k].first)
        (*k)--;
    while (*k + 1 < t->n && id >= t->table[*k + 1].first)
        (*k)++;
    return (size_t)t->table[*k].width;
}

/* --- the rows of a grain -------------------------------------------------- */

static int ascending(const void *a, const void *b)
{
    const int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

    return (x > y) - (x < y);
}

static void take_table(struct packed_rows *r, const struct table_grad *g)
{
    const size_t width = (size_t)g->of->width;
    int32_t *id = r->id + r->n;

    if (!g->n)
        return;
    memcpy(id, g->row, (size_t)g->n * sizeof(*id));
    qsort(id, (size_t)g->n, sizeof(*id), ascending);
    for (int i = 0; i < g->n; i++) {
        memcpy(r->x + r->len, g->grad + (size_t)g->place[id[i]] * width,
               width * sizeof(*r->x));
        id[i] += g->of->first;
        r->len += width;
    }
    r->n += g->n;
}

void packed_rows_take(struct packed_rows *r, const struct table_grads *g)
{
    size_t len = 0;
    int n = 0;

    for (int i = 0; i < g->of->n; i++) {
        n += g->table[i].n;
        len += (size_t)g->table[i].n * (size_t)g->table[i].of->width;
    }
    make_room(r, n, len);
    r->n = 0;
    r->len = 0;
    for (int i = 0; i < g->of->n; i++)
        take_table(r, &g->table[i]);
}

/* --- sums ----------------------------------------------------------------- */

/* The number of n rows that r lacks, and their floats. */
static int lacks(const struct packed_rows *r, const struct param_tables *t,
                 const int32_t *id, int n, size_t *len)
{
    int more = 0, i = 0, k = 0;

    *len = 0;
    for (int j = 0; j < n; j++) {
        while (i < r->n && r->id[i] < id[j])
            i++;
        if (i < r->n && r->id[i] == id[j])
            continue;
        more++;
        *len += t ? width_of(t, id[j], &k) : 0;
    }
    return more;
}

/* Write at `to` the sum of a row of `width` that either or both have; else
 * zeros. */
static void put(size_t width, const float *own, const float *other, float *to)
{
    if (own && own != to)
        memmove(to, own, width * sizeof(*to));
    if (own && other)
        vector_add(width, other, to);
    else if (other)
        memcpy(to, other, width * sizeof(*to));
    else if (!own)
        memset(to, 0, width * sizeof(*to));
}

/* From the last row to the first, so that no row overwrites one that is still
 * to be moved.  If `by` has no values 0 is added. */
static void merge(struct packed_rows *r, const struct param_tables *t,
                  const struct packed_rows *by)
{
    size_t more, at = r->len, add = by->x ? by->len : 0;
    int i = r->n, to = i + lacks(r, t, by->id, by->n, &more), k = t->n - 1;

    make_room(r, to, r->len + more);
    r->n = to;
    r->len += more;
    size_t end = r->len;

    for (int j = by->n; j > 0;) {
        const bool own = i > 0 && r->id[i - 1] >= by->id[j - 1];
        const bool other = !own || r->id[i - 1] == by->id[j - 1];
        const int32_t row = own ? r->id[i - 1] : by->id[j - 1];
        const size_t width = width_of(t, row, &k);

        end -= width;
        at -= own ? width : 0;
        add -= by->x && other ? width : 0;
        put(width, own ? r->x + at : NULL, by->x && other ? by->x + add : NULL,
            r->x + end);
        i -= own;
        j -= other;
        r->id[--to] = row;
    }
}

void packed_rows_add(struct packed_rows *r, const struct param_tables *t,
                     const struct packed_rows *x)
{
    merge(r, t, x);
}

void packed_rows_cover(struct packed_rows *r, const struct param_tables *t,
                       const struct packed_rows *all)
{
    merge(r, t, all);
}

void packed_rows_join(struct packed_rows *r, const int32_t *id, int n)
{
    size_t none;
    int i = r->n, to = i + lacks(r, NULL, id, n, &none);

    make_room(r, to, 0);
    r->n = to;
    for (int j = n; j > 0;) {
        const bool own = i > 0 && r->id[i - 1] >= id[j - 1];
        const bool other = !own || r->id[i - 1] == id[j - 1];

        r->id[--to] = own ? r->id[i - 1] : id[j - 1];
        i -= own;
        j -= other;
    }
}

void packed_rows_spread(const struct packed_rows *r,
                        const struct param_tables *t,
                        const struct packed_rows *all, float *to)
{
    const float *x = r->x;

    for (int j = 0, i = 0, k = 0; j < all->n; j++) {
        const size_t width = width_of(t, all->id[j], &k);
        const bool own = i < r->n && r->id[i] == all->id[j];

        put(width, own ? x : NULL, NULL, to);
        x += own ? width : 0;
        i += own;
        to += width;
    }
}

void packed_rows_release(struct packed_rows *r)
{
    free(r->id);
    free(r->x);
    *r = (struct packed_rows){0};
}
