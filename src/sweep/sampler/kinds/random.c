/* Each parameter is drawn independently, from a random stream of its own name:
 * neither another parameter nor more trials change the values. */
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
