/*
 * arena.h - scratch memory that lives for one training step.
 *
 * Each worker thread owns one arena for the activations and gradients of its
 * current grain, so the training loop calls malloc() only while the first steps
 * find their size: when an arena that had to grow is reset, it joins its chunks
 * into one.
 *
 * Threads: one arena belongs to one thread at a time.
 * Errors:  memory exhaustion ends the program; nothing here returns NULL.
 */
#ifndef BASE_CORE_ARENA_H
#define BASE_CORE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena_chunk;

struct arena {
    struct arena_chunk *chunks; /* owned, newest first */
    struct arena_chunk *spare;  /* owned, freed by arena_rewind() */
    size_t used;                /* bytes taken from the newest chunk */
    size_t peak;                /* most bytes borrowed at once, ever */
    size_t total;               /* bytes borrowed now */
    bool counts; /* unzeroed floats are only counted, and have no memory: to
                    find how much would be needed, however much it is */
};

/* Borrow memory on a 64-byte boundary until the next arena_reset(). */
void *arena_alloc(struct arena *a, size_t bytes);   /* not zeroed */
float *arena_floats(struct arena *a, size_t n);     /* zeroed */
float *arena_floats_raw(struct arena *a, size_t n); /* not zeroed */
int *arena_ints(struct arena *a, size_t n);         /* not zeroed */

/*
 * Scratch memory for a shorter time: everything borrowed since arena_mark()
 * ends at arena_rewind().  Marks nest; rewind in reverse order.
 */
struct arena_mark {
    struct arena_chunk *chunk;
    size_t used, total;
};
struct arena_mark arena_mark(const struct arena *a);
void arena_rewind(struct arena *a, struct arena_mark m);

/* End every loan but keep the memory for the next step. */
void arena_reset(struct arena *a);
void arena_release(struct arena *a);

#endif
