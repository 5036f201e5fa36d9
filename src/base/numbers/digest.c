#include "base/numbers/digest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "base/core/die.h"
#include "base/core/memory.h"

static struct digest from_xxh(XXH128_hash_t h)
{
    return (struct digest){.hi = h.high64, .lo = h.low64};
}

struct digest digest_of(const void *bytes, size_t n)
{
    return from_xxh(XXH3_128bits(bytes, n));
}

bool digest_equal(struct digest a, struct digest b)
{
    return a.hi == b.hi && a.lo == b.lo;
}

void hex64(uint64_t value, char hex[16])
{
    static const char digits[] = "0123456789abcdef";

    for (int i = 16; i-- > 0; value >>= 4)
        hex[i] = digits[value & 15];
}

void digest_hex(struct digest d, char hex[DIGEST_HEX])
{
    hex64(d.hi, hex);
    hex64(d.lo, hex + 16);
    hex[DIGEST_HEX - 1] = '\0';
}

/* A digest and its index. */
struct numbered {
    struct digest digest;
    long number;
};

static int by_digest(const void *pa, const void *pb)
{
    const struct numbered *a = pa, *b = pb;

    if (a->digest.hi != b->digest.hi)
        return a->digest.hi < b->digest.hi ? -1 : 1;
    if (a->digest.lo != b->digest.lo)
        return a->digest.lo < b->digest.lo ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

void digest_firsts(const struct digest *d, long n, long *first)
{
    struct numbered *all = memory_new((size_t)n * sizeof(*all) + 1);
    long of = 0;

    for (long i = 0; i < n; i++)
        all[i] = (struct numbered){d[i], i};
    qsort(all, (size_t)n, sizeof(*all), by_digest);
    for (long i = 0; i < n; i++) {
        if (!digest_equal(all[i].digest, all[of].digest))
            of = i;
        first[all[i].number] = all[of].number;
    }
    free(all);
}

int digest_parse(const char *hex, struct digest *d)
{
    static const char digits[] = "0123456789abcdef";
    uint64_t half[2] = {0, 0};

    if (strlen(hex) != DIGEST_HEX - 1)
        return -1;
    for (int i = 0; i < DIGEST_HEX - 1; i++) {
        const char *at = strchr(digits, hex[i]);

        if (!at)
            return -1;
        half[i / 16] = half[i / 16] << 4 | (uint64_t)(at - digits);
    }
    *d = (struct digest){.hi = half[0], .lo = half[1]};
    return 0;
}

/* struct hasher is the library's own state under our name. */
struct hasher *hasher_new(void)
{
    XXH3_state_t *state = XXH3_createState();

    if (!state)
        die("out of memory for a digest");
    XXH3_128bits_reset(state);
    return (struct hasher *)state;
}

void hasher_add(struct hasher *h, const void *bytes, size_t n)
{
    if (n > 0)
        XXH3_128bits_update((XXH3_state_t *)h, bytes, n);
}

struct digest hasher_digest(const struct hasher *h)
{
    return from_xxh(XXH3_128bits_digest((const XXH3_state_t *)h));
}

void hasher_free(struct hasher *h)
{
    XXH3_freeState((XXH3_state_t *)h);
}

uint64_t hash64(const void *bytes, size_t n)
{
    return XXH3_64bits(bytes, n);
}
