/*
 * memory.h - allocation that does not fail, and growing arrays.
 *
 * Running out of memory ends the program (die), so nothing here returns NULL.
 * memory_calls() counts the allocations: a test reads it to prove that the
 * step loop makes none once warm.
 *
 * Threads: safe from any thread.
 */
#ifndef BASE_CORE_MEMORY_H
#define BASE_CORE_MEMORY_H

#include <stddef.h>

/*
 * Keep what is freed for what is wanted next, up to 128 MiB, where the C
 * library would hand it back to the system and fetch it again: HDF5 takes and
 * frees megabytes for every file, which cost four times as long as reading it.
 * To be called first, before there are threads.  Where ulimit -v bounds what a
 * process maps, threads share one arena: each of its own takes 64 MiB of that
 * before anything is in it.
 */
void memory_keep(void);

/*
 * Memory is scarce: hand back at once what is freed, a MiB and more, and ask
 * for no huge pages, whatever that costs.  What is kept, and what lies between
 * blocks in use, came to as much again as these.
 */
void memory_save(void);

/* Hand back to the system what is free, once much of it is. */
void memory_hand_back(void);

/* Bytes allocated and not freed, by whomever; 0 where the C library does not
 * say. */
double memory_allocated(void);

void *memory_new(size_t bytes);             /* not zeroed; free() it */
void *memory_zeroed(size_t n, size_t size); /* zeroed; free() it */
void *memory_resize(void *p, size_t bytes);
char *memory_string(const char *s); /* a copy; free() it */
char *memory_format(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* On a 64-byte boundary; free() it. */
void *memory_aligned(size_t bytes); /* not zeroed */
float *memory_floats(size_t n);     /* n floats, zeroed */

/* How often any function here has asked the C library for memory. */
unsigned long memory_calls(void);

/*
 * Make room for one more in a growing array: `p` a pointer, `n` its length,
 * `room` its capacity (both size_t or int lvalues).
 *
 *     GROW(list->item, list->n, list->room);
 *     list->item[list->n++] = x;
 */
#define GROW(p, n, room)                                             \
    do {                                                             \
        if ((n) >= (room)) {                                         \
            (room) = (room) ? 2 * (room) : 8;                        \
            (p) = memory_resize((p), (size_t)(room) * sizeof(*(p))); \
        }                                                            \
    } while (0)

#endif
