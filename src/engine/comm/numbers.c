#include "config.h"

#include "engine/comm/numbers.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/core/memory.h"

void numbers_init(struct numbers *q, uint32_t n)
{
    *q = (struct numbers){
        .n = n, .taken = memory_zeroed(n / 64 + 1, sizeof(*q->taken))};
}

void numbers_release(struct numbers *q)
{
    free(q->taken);
    *q = (struct numbers){0};
}

static bool is_taken(const struct numbers *q, uint32_t number)
{
    return q->taken[number / 64] >> number % 64 & 1;
}

uint32_t numbers_take(struct numbers *q)
{
    uint32_t number = q->next;

    for (uint32_t i = 0; i < q->n && is_taken(q, number); i++)
        number = (number + 1) % q->n;
    q->taken[number / 64] |= UINT64_C(1) << number % 64;
    q->next = (number + 1) % q->n;
    return number;
}

void numbers_return(struct numbers *q, uint32_t number)
{
    q->taken[number / 64] &= ~(UINT64_C(1) << number % 64);
}
