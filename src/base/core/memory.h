/*
 * memory.h - allocation that does not fail, and growing arrays.
 *
 * Running out of memory ends the program (die), so nothing here returns NULL.
 * memory_calls() counts the allocations: a test reads it to prove that the step
 * loop makes none once warm.
 *
 * Threads: safe from any thread.
 */
#ifndef BASE_CORE_MEMORY_H
#define BASE_CORE_MEMORY_H

#include <stddef.h>

/*
 * Keep freed memory for later allocations, up to 128 MiB, where the C library
 * would return it to the system and request it again.  HDF5 allocates and frees
 * megabytes for every file, which took four times as long as reading it.  To be
 * called first, before there are threads.  If ulimit -v limits what a process
 * maps, threads share one arena: an arena per thread would map 64 MiB before
 * anything is in it.
 */
void memory_keep(void);

/*
 * Save memory, whatever that costs: return freed blocks of a MiB and more to
 * the system at once, and request no huge pages.  Without this, kept memory and
 * gaps between blocks in use took as much again as the blocks.
 */
void memory_save(void);

/* Return free memory to the system, if there is much of it. */
void memory_hand_back(void);

/* Bytes allocated and not freed, by any code; 0 if the C library does not
 * tell. */
double memory_allocated(void);

void *memory_new(size_t bytes);             /* not zeroed; free() it */
void *memory_zeroed(size_t n, size_t size); /* zeroed; free() it */
void *memory_resize(void *p, size_t bytes);
char *memory_string(const char *s); /* a copy; free() it */
char *memory_format(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* On a 64-byte boundary; free() it. */
void *memory_aligned(size_t bytes); /* not zeroed */
float *memory_floats(size_t n);     /* n floats, zeroed */

/* How often the functions here have asked the C library for memory. */
unsigned long memory_calls(void);

/*
 * Make room for one more element in a growing array: `p` a pointer, `n` its
 * length, `room` its capacity (both size_t or int lvalues).
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
