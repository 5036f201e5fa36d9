/* lisp_arrays.c - arrays and dictionaries, which are immutable. */
#include <stddef.h>
#include <string.h>

#include "tasks/lisp/lisp_internal.h"

/* An array that shares n values from item[0] on. */
static struct lisp_value share(struct lisp_machine *m,
                               const struct lisp_value *item, int64_t n)
{
    return lisp_spend(m, n) ? lisp_collect(m, LISP_ARRAY, item, n)
                            : lisp_nothing();
}

LISP_UNIT(length)
{
    (void)m;
    return lisp_integer(arg->n);
}

LISP_UNIT(head)
{
    return arg->n ? arg->item[0] : lisp_fail(m);
}

LISP_UNIT(tail)
{
    return arg->n ? share(m, arg->item + 1, arg->n - 1) : *arg;
}

LISP_UNIT(deref)
{
    const int64_t i = arg[1].integer;

    if (arg[1].type != LISP_INTEGER || i < 0 || i >= arg->n)
        return lisp_fail(m);
    return arg->item[i];
}

/* Clip an end of a slice to the array; below 0 it counts from the end. */
static int64_t within(int64_t at, int64_t n)
{
    if (at < 0)
        at = at < -n ? 0 : at + n;
    return at > n ? n : at;
}

/* A start that is not above 0 is 0, also a real one. */
LISP_UNIT(slice)
{
    const bool real = arg[1].type == LISP_REAL;
    int64_t from = real ? 0 : arg[1].integer, to = arg[2].integer;

    if ((real && arg[1].real > 0) || arg[2].type != LISP_INTEGER)
        return lisp_fail(m);
    from = from < 0 ? 0 : within(from, arg->n);
    to = within(to, arg->n);
    return share(m, arg->n ? arg->item + from : NULL,
                 to > from ? to - from : 0);
}

LISP_UNIT(append)
{
    struct lisp_value *out = lisp_items(m, (int64_t)arg->n + 1);

    if (!out)
        return lisp_nothing();
    if (arg->n)
        memcpy(out, arg->item, (size_t)arg->n * sizeof(*out));
    out[arg->n] = arg[1];
    return lisp_collect(m, LISP_ARRAY, out, (int64_t)arg->n + 1);
}

LISP_UNIT(array_concat)
{
    const int64_t n = (int64_t)arg[0].n + arg[1].n;
    struct lisp_value *out = lisp_items(m, n);

    if (!out)
        return lisp_nothing();
    if (arg[0].n)
        memcpy(out, arg[0].item, (size_t)arg[0].n * sizeof(*out));
    if (arg[1].n)
        memcpy(out + arg[0].n, arg[1].item, (size_t)arg[1].n * sizeof(*out));
    return lisp_collect(m, LISP_ARRAY, out, n);
}

LISP_UNIT(reverse)
{
    struct lisp_value *out = lisp_items(m, arg->n);

    for (int32_t i = 0; out && i < arg->n; i++)
        out[i] = arg->item[arg->n - 1 - i];
    return out ? lisp_collect(m, LISP_ARRAY, out, arg->n) : lisp_nothing();
}

/* --- order ---------------------------------------------------------------- */

/* Merge the sorted a[0, half) and a[half, n); `room` is scratch memory for n
 * values. */
static void merge(struct lisp_machine *m, struct lisp_value *a, int32_t half,
                  int32_t n, struct lisp_value *room)
{
    int32_t left = 0, right = half;

    for (int32_t i = 0; i < n; i++) {
        const bool take_right =
            left == half || (right < n && lisp_compare(m, true, &a[right],
                                                       &a[left]) == LISP_LESS);

        room[i] = a[take_right ? right++ : left++];
    }
    memcpy(a, room, (size_t)n * sizeof(*a));
}

static void merge_sort(struct lisp_machine *m, struct lisp_value *a, int32_t n,
                       struct lisp_value *room)
{
    if (n < 2 || m->ended)
        return;
    merge_sort(m, a, n / 2, room);
    merge_sort(m, a + n / 2, n - n / 2, room);
    merge(m, a, n / 2, n, room);
}

/* A stable sort. */
LISP_UNIT(sort)
{
    struct lisp_value *out = lisp_items(m, arg->n),
                      *room = out ? lisp_items(m, arg->n) : NULL;

    if (!room)
        return lisp_nothing();
    if (arg->n)
        memcpy(out, arg->item, (size_t)arg->n * sizeof(*out));
    merge_sort(m, out, arg->n, room);
    return m->ended ? lisp_nothing() : lisp_collect(m, LISP_ARRAY, out, arg->n);
}

/* True if `before` and the items are in rising order; equal ones may follow one
 * another. */
static struct lisp_value rises(struct lisp_machine *m,
                               const struct lisp_value *before,
                               const struct lisp_value *item, int32_t n)
{
    bool sorted = true;

    for (int32_t i = 0; i < n && sorted && !m->ended; i++) {
        const enum lisp_order o = lisp_compare(m, true, before, &item[i]);

        sorted = o == LISP_LESS || o == LISP_SAME;
        before = &item[i];
    }
    return m->ended ? lisp_nothing() : lisp_boolean(sorted);
}

LISP_UNIT(is_sorted)
{
    return arg->n ? rises(m, arg->item, arg->item + 1, arg->n - 1)
                  : lisp_boolean(true);
}

LISP_UNIT(is_sorted_behind)
{
    return rises(m, &arg[0], arg[1].item, arg[1].n);
}

LISP_UNIT(contains)
{
    bool found = false;

    for (int32_t i = 0; i < arg->n && !found && !m->ended; i++)
        found = lisp_compare(m, false, &arg->item[i], &arg[1]) == LISP_SAME;
    return m->ended ? lisp_nothing() : lisp_boolean(found);
}

/* --- dictionaries: keys in order, each before its value --------------------
 */

LISP_UNIT(dict_insert)
{
    struct lisp_value *out = lisp_items(m, (int64_t)arg->n + 2);
    enum lisp_order o = LISP_MORE;
    int32_t at = 0, rest;

    while (out && at < arg->n && !m->ended &&
           (o = lisp_compare(m, true, &arg->item[at], &arg[1])) == LISP_LESS)
        at += 2;
    if (!out || m->ended)
        return lisp_nothing();
    rest = at < arg->n && o == LISP_SAME ? at + 2 : at;
    if (at)
        memcpy(out, arg->item, (size_t)at * sizeof(*out));
    out[at] = arg[1];
    out[at + 1] = arg[2];
    if (rest < arg->n)
        memcpy(out + at + 2, arg->item + rest,
               (size_t)(arg->n - rest) * sizeof(*out));
    return lisp_collect(m, LISP_DICTIONARY, out, arg->n + 2 - (rest - at));
}

LISP_UNIT(dict_keys)
{
    struct lisp_value *out = lisp_items(m, arg->n / 2);

    for (int32_t i = 0; out && i < arg->n / 2; i++)
        out[i] = arg->item[2 * i];
    return out ? lisp_collect(m, LISP_ARRAY, out, arg->n / 2) : lisp_nothing();
}
