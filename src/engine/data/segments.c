#include "engine/data/segments.h"

int segments_longest(const struct segments *s)
{
    int most = 0;

    for (int i = 0; i < s->n; i++)
        most = segment_len(s, i) > most ? segment_len(s, i) : most;
    return most;
}

struct segments segments_even(struct arena *a, int n, int len)
{
    int *at = arena_ints(a, (size_t)n + 1);

    for (int i = 0; i <= n; i++)
        at[i] = i * len;
    return (struct segments){.n = n, .at = at};
}

const struct segments *segments_keep(struct arena *a, const struct segments *s)
{
    struct segments *kept = arena_alloc(a, sizeof(*kept));

    *kept = *s;
    return kept;
}
