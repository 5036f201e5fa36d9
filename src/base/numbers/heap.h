/*
 * heap.h - numbers by their values: the first is at hand, any may leave.
 *
 * The order is total: better values first, NaN behind all others, of equals the
 * lower lot and then the lower number; or the reverse of all that.  A zeroed
 * heap is empty.
 *
 * Threads: one at a time.
 */
#ifndef BASE_NUMBERS_HEAP_H
#define BASE_NUMBERS_HEAP_H

#include <stdbool.h>
#include <stdint.h>

struct heap_item {
    double value;
    int number; /* from 0 */
    uint32_t lot;
};

struct heap {
    bool largest;  /* is the best value; else the least */
    bool reversed; /* the worst is the first */
    int n, room;
    struct heap_item *item; /* [n] the first first; owned */
    int places;
    int *place; /* [places] 1 + where a number stands, 0: it does not; owned */
};
void heap_release(struct heap *h);

/* Is x better than y, larger or less?  Anything is better than NaN. */
bool heap_better(bool largest, double x, double y);

/* Does x come before y? */
bool heap_before(const struct heap *h, struct heap_item x, struct heap_item y);

/* A number that the heap does not have. */
void heap_add(struct heap *h, struct heap_item item);

bool heap_has(const struct heap *h, int number);

/* Take a number out that it has. */
struct heap_item heap_take(struct heap *h, int number);

/* All of them, and keep the room. */
void heap_clear(struct heap *h);

#endif
