/* Each parameter drawn by itself, from a stream of its name: another parameter
 * or more trials change nothing. */
#include "sweep/sampler/sampler.h"

static void propose(const struct search *s, const struct outcome *known, long n,
                    struct assignment *a, struct search_memory *m)
{
    (void)known;
    (void)n;
    (void)m;
    search_draw(s, a);
}

const struct sampler_kind sampler_random = {
    .is = {.name = "random",
           .summary = "each value drawn by itself",
           .source = "Bergstra and Bengio 2012",
           .fields = no_fields},
    .ranges = true,
    .propose = propose,
};
