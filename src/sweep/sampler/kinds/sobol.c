/*
 * Sobol's sequence: points that fill the space more evenly than random ones: of
 * 2^m trials one is in each of 2^m equal parts of every range.  It is scrambled
 * as by Owen (1995): each digit is flipped at random, depending on the digits
 * before it.  So its points are unbiased, and another seed gives others.
 *
 * A parameter's dimension is its place, so a parameter added at the end does
 * not change the others.
 */
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/numbers/random.h"
#include "sweep/sampler/sampler.h"
#include "sweep/sampler/sobol_directions.h"

#define BITS 32
#define DIMENSIONS ((int)(sizeof(directions) / sizeof(directions[0])) + 1)

/* Compute the direction numbers of a dimension, v[j] of digit j. */
static void direct(int dimension, uint32_t v[BITS])
{
    const struct direction *d =
        dimension ? &directions[dimension - 1] : &directions[0];
    const int s = dimension ? d->degree : 0;

    for (int j = 0; j < BITS; j++) {
        if (dimension == 0 || j < s) {
            v[j] = (dimension ? d->first[j] : 1u) << (BITS - 1 - j);
            continue;
        }
        v[j] = v[j - s] ^ v[j - s] >> s;
        for (int k = 1; k < s; k++)
            if (d->inner >> (s - 1 - k) & 1)
                v[j] ^= v[j - k];
    }
}

static uint32_t point(int dimension, uint32_t number)
{
    uint32_t v[BITS], x = 0;

    direct(dimension, v);
    for (int j = 0; number; j++, number >>= 1)
        if (number & 1)
            x ^= v[j];
    return x;
}

static uint32_t scramble(uint32_t x, struct random_key key)
{
    uint32_t flips = 0;

    for (uint32_t digit = 0; digit < BITS; digit++) {
        const uint32_t before = digit ? x >> (BITS - digit) : 0;
        const struct address at = {.step = digit, .example = before};

        flips |= (random_word(key, at, 0) & 1) << (BITS - 1 - digit);
    }
    return x ^ flips;
}

static void propose(const struct search *s, const struct outcome *known, long n,
                    struct assignment *a, struct search_memory *m)
{
    (void)known;
    (void)n;
    (void)m;
    for (int p = 0; p < s->space.n; p++) {
        const struct parameter *of = &s->space.parameter[p];
        char *stream = memory_format("sobol.%s", of->name);
        const struct random_key key = random_key((uint64_t)s->seed, stream);
        const uint32_t x = scramble(point(p, (uint32_t)a->number), key);

        a->value[p] = parameter_at(of, (x + 0.5) * 0x1p-32);
        free(stream);
    }
}

const struct sampler_kind sampler_sobol = {
    .is = {.name = "sobol",
           .summary = "points that fill the space evenly, scrambled",
           .source = "Sobol 1967; Owen 1995; Joe and Kuo 2008",
           .fields = no_fields},
    .ranges = true,
    .most = DIMENSIONS,
    .propose = propose,
};
