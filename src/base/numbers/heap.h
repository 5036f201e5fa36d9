/*
 * heap.h - a priority queue of numbered values, from which any may be removed.
 *
 * The order is total: better values first, NaN after all others, among equals
 * the lower lot and then the lower number; or the reverse of all that.  A
 * zeroed heap is empty.
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
    bool largest;  /* larger values are better; else smaller ones */
    bool reversed; /* the worst is the first */
    int n, room;
    struct heap_item *item; /* [n] the first first; owned */
    int places;
    int *place; /* [places] 1 + index of a number in item, 0: not in the heap;
                   owned */
};
void heap_release(struct heap *h);

/* True if x is better than y, larger or smaller.  Anything is better than
 * NaN. */
bool heap_better(bool largest, double x, double y);

/* True if x comes before y. */
bool heap_before(const struct heap *h, struct heap_item x, struct heap_item y);

/* Add a number that is not in the heap. */
void heap_add(struct heap *h, struct heap_item item);

bool heap_has(const struct heap *h, int number);

/* Remove a number that is in the heap. */
struct heap_item heap_take(struct heap *h, int number);

/* Remove all, and keep the room. */
void heap_clear(struct heap *h);

#endif
