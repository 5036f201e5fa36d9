#include "search/queue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void queue_release(struct queue *q)
{
    for (int i = 0; i < QUEUE_LEVELS; i++)
        free(q->level[i]);
    *q = (struct queue){0};
}

/* Words of each level above so many of the lowest. */
static long words_of(long lowest, int level)
{
    while (level--)
        lowest = (lowest + 63) / 64;
    return lowest;
}

static void make_room(struct queue *q, long number)
{
    const long before = q->room;

    if (number / 64 < before)
        return;
    q->room = 2 * (number / 64 + 1);
    assert(words_of(q->room, QUEUE_LEVELS - 1) == 1);
    for (int i = 0; i < QUEUE_LEVELS; i++) {
        const size_t old = before ? (size_t)words_of(before, i) : 0;
        const size_t new = (size_t)words_of(q->room, i);

        q->level[i] = memory_resize(q->level[i], new * sizeof(uint64_t));
        memset(q->level[i] + old, 0, (new - old) * sizeof(uint64_t));
    }
}

void queue_add(struct queue *q, long number)
{
    make_room(q, number);
    for (int i = 0; i < QUEUE_LEVELS; i++, number /= 64)
        q->level[i][number / 64] |= (uint64_t)1 << number % 64;
}

void queue_remove(struct queue *q, long number)
{
    for (int i = 0; i < QUEUE_LEVELS; i++, number /= 64) {
        q->level[i][number / 64] &= ~((uint64_t)1 << number % 64);
        if (q->level[i][number / 64])
            return;
    }
}

long queue_first(const struct queue *q)
{
    long number = 0;

    if (!q->room || !q->level[QUEUE_LEVELS - 1][0])
        return -1;
    for (int i = QUEUE_LEVELS - 1; i >= 0; i--)
        number = number * 64 + __builtin_ctzll(q->level[i][number]);
    return number;
}
