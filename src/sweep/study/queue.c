#include "sweep/study/queue.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

void queue_release(struct queue *q)
{
    for (int i = 0; i < QUEUE_LEVELS; i++)
        free(q->level[i]);
    *q = (struct queue){0};
}

/* The number of words of a level above so many words of the lowest. */
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

/* The least number under a word of this level, which is not zero. */
static long least_below(const struct queue *q, int level, long place)
{
    while (level--)
        place = place * 64 + __builtin_ctzll(q->level[level][place]);
    return place;
}

long queue_first(const struct queue *q)
{
    return q->room && q->level[QUEUE_LEVELS - 1][0]
               ? least_below(q, QUEUE_LEVELS, 0)
               : -1;
}

long queue_next(const struct queue *q, long number)
{
    for (int i = 0; i < QUEUE_LEVELS; i++, number /= 64) {
        const uint64_t above = ~(uint64_t)1 << number % 64;
        const uint64_t later = q->level[i][number / 64] & above;

        if (later)
            return least_below(q, i, number / 64 * 64 + __builtin_ctzll(later));
    }
    return -1;
}
