#include "engine/attention/sorted.h"

#include <stdbool.h>
#include <string.h>

#include "engine/kernel/float_order.h"

enum { BESIDE = 16, RUN = 64, SOME = 32 };

/*
 * Sort at most RUN numbers, falling.  A number's place is the count of greater
 * numbers, found without a branch.  Equal numbers all go to the first of their
 * places, and are copied from there to the others, which hold INT32_MIN.
 */
BY_LEVEL(void, sorted_run, (size_t n, const int32_t *x, int32_t *to),
         (n, x, to))
{
    const size_t wide = (n + BESIDE - 1) / BESIDE * BESIDE;
    int32_t own[RUN], greater[RUN];

    for (size_t i = 0; i < wide; i++) {
        own[i] = i < n ? x[i] : 0;
        greater[i] = 0;
    }
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < wide; i++)
            greater[i] += own[j] > own[i];
    for (size_t i = 0; i < n; i++)
        to[i] = INT32_MIN;
    for (size_t i = 0; i < n; i++)
        to[greater[i]] = own[i];
    for (size_t i = 1; i < n; i++)
        to[i] = to[i] == INT32_MIN ? to[i - 1] : to[i];
}

/* Without a branch, which would often be mispredicted. */
BY_LEVEL(size_t, sorted_keep,
         (size_t n, const float *x, int32_t least, int32_t *kept),
         (n, x, least, kept))
{
    size_t k = 0;

    for (size_t i = 0; i < n; i++) {
        kept[k] = float_order_of(x[i]);
        k += kept[k] >= least;
    }
    return k;
}

/* The greatest of each of SOME interleaved parts of x. */
BY_LEVEL(void, sorted_greatest, (size_t n, const float *x, int32_t *top),
         (n, x, top))
{
    const size_t whole = n - n % SOME;

    for (int k = 0; k < SOME; k++)
        top[k] = INT32_MIN;
    for (size_t i = 0; i < whole; i += SOME)
        for (int k = 0; k < SOME; k++) {
            const int32_t v = float_order_of(x[i + k]);

            top[k] = v > top[k] ? v : top[k];
        }
    for (size_t i = whole; i < n; i++) {
        const int32_t v = float_order_of(x[i]);

        top[i - whole] = v > top[i - whole] ? v : top[i - whole];
    }
}

BY_LEVEL(void, sorted_orders, (size_t n, const float *x, int32_t *order),
         (n, x, order))
{
    for (size_t i = 0; i < n; i++)
        order[i] = float_order_of(x[i]);
}

#if ONCE
/* Merge two falling runs, which are adjacent in x. */
static void merge(size_t na, size_t n, const int32_t *x, int32_t *to)
{
    size_t i = 0, j = na;

    while (i < na && j < n) {
        const bool first = x[i] >= x[j];

        *to++ = first ? x[i] : x[j];
        i += first;
        j += !first;
    }
    memcpy(to, x + i, (na - i) * sizeof(*x));
    memcpy(to + (na - i), x + j, (n - j) * sizeof(*x));
}

static void sort(size_t n, const int32_t *x, int32_t *to, int32_t *spare)
{
    const size_t half = n / 2;

    if (n <= RUN) {
        sorted_run(n, x, to);
        return;
    }
    sort(half, x, spare, to);
    sort(n - half, x + half, spare + half, to + half);
    merge(half, n, spare, to);
}

static struct descending sorted(size_t n, const int32_t *x, struct arena *a)
{
    int32_t *to = arena_ints(a, n), *spare = arena_ints(a, n);
    float *floats = arena_floats_raw(a, n);

    sort(n, x, to, spare);
    for (size_t i = 0; i < n; i++)
        floats[i] = float_order_back(to[i]);
    return (struct descending){n, floats};
}

struct descending sorted_from(size_t n, const float *x, float least,
                              struct arena *a)
{
    int32_t *kept = arena_ints(a, n);

    return sorted(sorted_keep(n, x, float_order_of(least), kept), kept, a);
}

struct descending sorted_some(size_t n, const float *x, struct arena *a)
{
    const size_t some = n <= RUN ? n : SOME;
    int32_t order[RUN];

    (n <= RUN ? sorted_orders : sorted_greatest)(n, x, order);
    return sorted(some, order, a);
}
#endif
