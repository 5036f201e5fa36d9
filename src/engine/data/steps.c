#include "engine/data/steps.h"

#include <string.h>

/* Set active[t] to the number of segments longer than t, for t in [0, n]. */
static void count_active(const struct segments *seg, int n, int *active)
{
    memset(active, 0, sizeof(*active) * (size_t)(n + 1));
    for (int i = 0; i < seg->n; i++)
        if (segment_len(seg, i) > 0)
            active[segment_len(seg, i) - 1]++;
    for (int t = n - 1; t > 0; t--)
        active[t - 1] += active[t];
}

/* Segments of one length are placed after all longer ones. */
struct steps steps_of(struct arena *a, const struct segments *seg,
                      bool reversed)
{
    const int n = segments_longest(seg);
    int *active = arena_ints(a, (size_t)n + 1);
    int *next = arena_ints(a, (size_t)n + 1);
    int *first = arena_ints(a, (size_t)seg->n);
    int *rows = arena_ints(a, (size_t)seg->n);

    count_active(seg, n, active);
    memcpy(next, active, sizeof(*next) * (size_t)(n + 1));
    for (int i = 0; i < seg->n; i++) {
        const int len = segment_len(seg, i);

        if (len == 0)
            continue;
        rows[next[len]] = len;
        first[next[len]++] = seg->at[i] + (reversed ? len - 1 : 0);
    }
    return (struct steps){.n = n,
                          .lanes = active[0],
                          .stride = reversed ? -1 : 1,
                          .first = first,
                          .rows = rows,
                          .active = active};
}
