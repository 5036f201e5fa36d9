/* Every combination of the values; the last parameter changes fastest. */
#include "base/core/memory.h"
#include "sweep/sampler/sampler.h"

static long count(const struct space *s)
{
    long n = 1;

    for (int p = 0; p < s->n && n <= MOST_TRIALS; p++)
        n *= s->parameter[p].leader ? 1 : s->parameter[p].n;
    return n;
}

static void propose(const struct search *s, const struct outcome *known, long n,
                    struct assignment *a, struct search_memory *m)
{
    long i = a->number;

    (void)known;
    (void)n;
    (void)m;
    for (int p = s->space.n - 1; p >= 0; p--) {
        const struct parameter *of = &s->space.parameter[p];

        if (of->leader)
            continue;
        a->value[p] = memory_string(of->value[i % of->n]);
        i /= of->n;
    }
}

const struct sampler_kind sampler_grid = {
    .is = {.name = "grid",
           .summary = "every combination of the values",
           .fields = no_fields},
    .count = count,
    .propose = propose,
};
