/* Each parameter drawn by itself (Bergstra and Bengio 2012), from a stream of
 * its name: another parameter or more trials change nothing. */
#include "base/random.h"

#include <stdlib.h>

#include "base/memory.h"
#include "sampler/sampler.h"

static char *draw(const struct parameter *p, long seed, long number)
{
    char *stream = memory_format("sweep.%s", p->name);
    const struct random_key key = random_key((uint64_t)seed, stream);
    const struct address at = {.example = (uint32_t)number};

    free(stream);
    if (p->value)
        return memory_string(
            p->value[random_below(key, at, 0, (uint32_t)p->n)]);
    return parameter_at(p, random_real(key, at, 0));
}

static void propose(const struct search *s, const struct outcome *known, long n,
                    struct assignment *a)
{
    (void)known;
    (void)n;
    for (int p = 0; p < s->space.n; p++)
        a->value[p] = draw(&s->space.parameter[p], s->seed, a->number);
}

const struct sampler_kind sampler_random = {
    .is = {.name = "random",
           .summary = "each value drawn by itself",
           .source = "Bergstra and Bengio 2012",
           .fields = no_fields},
    .ranges = true,
    .propose = propose,
};
