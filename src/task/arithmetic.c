#include "task/arithmetic.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { ROUNDS = 6 }; /* four are a strong permutation (Luby and Rackoff) */

/* Which names the expression is over: x*x, x*y, y*x, y*y. */
static const char operands[][2] = {
    {'x', 'x'}, {'x', 'y'}, {'y', 'x'}, {'y', 'y'}};

uint64_t arithmetic_lines(const struct arithmetic *a)
{
    uint64_t values = (uint64_t)(a->high - a->low);

    return 2 * 4 * strlen(a->operations) * values * values;
}

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
static uint64_t deal(const struct arithmetic *a, uint64_t i)
{
    uint64_t n = arithmetic_lines(a);
    int half = 1;

    while ((n - 1) >> (2 * half))
        half++;
    assert(half < 32 && i < n);
    do
        i = feistel(a->key, half, i);
    while (i >= n);
    return i;
}

int arithmetic_line(const struct arithmetic *a, uint64_t i,
                    char out[ARITHMETIC_LINE], int *colon)
{
    const uint64_t values = (uint64_t)(a->high - a->low);
    const uint64_t operations = strlen(a->operations);
    uint64_t m = deal(a, i);
    int64_t value[2], p, q, answer;
    const char *over;
    char op;
    int first;

    first = (int)(m % 2), m /= 2;
    over = operands[m % 4], m /= 4;
    op = a->operations[m % operations], m /= operations;
    value[0] = a->low + (int64_t)(m % values);
    value[1] = a->low + (int64_t)(m / values);
    p = value[over[0] - 'x'];
    q = value[over[1] - 'x'];
    answer = op == '+' ? p + q : op == '-' ? p - q : p * q;
    *colon = snprintf(out, ARITHMETIC_LINE, "%c=%lld,%c=%lld,%c%c%c",
                      'x' + first, (long long)value[first], 'y' - first,
                      (long long)value[!first], over[0], op, over[1]);
    return *colon + snprintf(out + *colon, (size_t)(ARITHMETIC_LINE - *colon),
                             ":%lld", (long long)answer);
}
