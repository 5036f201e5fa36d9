#include "base/digest.h"

#include <stdio.h>
#include <string.h>
#include <xxhash.h>

#include "base/error.h"

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

void digest_hex(struct digest d, char hex[DIGEST_HEX])
{
    snprintf(hex, DIGEST_HEX, "%016llx%016llx", (unsigned long long)d.hi,
             (unsigned long long)d.lo);
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
