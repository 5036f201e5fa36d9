#include "config.h"

#include "engine/comm/tag_pool.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/core/memory.h"

void tag_pool_init(struct tag_pool *q, uint32_t n)
{
    *q = (struct tag_pool){
        .n = n, .taken = memory_zeroed(n / 64 + 1, sizeof(*q->taken))};
}

void tag_pool_release(struct tag_pool *q)
{
    free(q->taken);
    *q = (struct tag_pool){0};
}

static bool is_taken(const struct tag_pool *q, uint32_t number)
{
    return q->taken[number / 64] >> number % 64 & 1;
}

uint32_t tag_pool_take(struct tag_pool *q)
{
    uint32_t number = q->next;

    for (uint32_t i = 0; i < q->n && is_taken(q, number); i++)
        number = (number + 1) % q->n;
    q->taken[number / 64] |= UINT64_C(1) << number % 64;
    q->next = (number + 1) % q->n;
    return number;
}

void tag_pool_return(struct tag_pool *q, uint32_t number)
{
    q->taken[number / 64] &= ~(UINT64_C(1) << number % 64);
}
