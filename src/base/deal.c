#include "base/deal.h"

#include <assert.h>

enum { ROUNDS = 6 }; /* four are a strong permutation (Luby and Rackoff) */

/* One pass of the network over numbers of 2 * half bits. */
static uint64_t feistel(struct random_key key, int half, uint64_t i)
{
    const uint32_t mask = (uint32_t)((UINT64_C(1) << half) - 1);
    uint32_t left = (uint32_t)(i >> half), right = (uint32_t)i & mask;

    for (uint32_t r = 0; r < ROUNDS; r++) {
        const struct address at = {.step = r, .example = right};
        uint32_t next = left ^ (random_word(key, at, 0) & mask);

        left = right;
        right = next;
    }
    return (uint64_t)left << half | right;
}

/* The network permutes a power of 4 of numbers; those outside are walked
 * through, which leaves a permutation of those inside. */
uint64_t deal(struct random_key key, uint64_t n, uint64_t i)
{
    int half = 1;

    while ((n - 1) >> (2 * half))
        half++;
    assert(half < 32 && i < n);
    do
        i = feistel(key, half, i);
    while (i >= n);
    return i;
}
