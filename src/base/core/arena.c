#include "config.h"

#include "base/core/arena.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/core/die.h"
#include "base/core/memory.h"

#define ALIGN 64
#define LEAST ((size_t)64 << 10) /* bytes in the smallest chunk */

/* The header fills one cache line, so what follows it is aligned too. */
struct arena_chunk {
    _Alignas(ALIGN) struct arena_chunk *next;
    size_t size; /* bytes after the header */
};

static unsigned char *chunk_bytes(struct arena_chunk *c)
{
    return (unsigned char *)(c + 1);
}

static struct arena_chunk *chunk_new(size_t size)
{
    struct arena_chunk *c = memory_aligned(sizeof(*c) + size);

    *c = (struct arena_chunk){.size = size};
    return c;
}

static void free_list(struct arena_chunk *c)
{
    while (c) {
        struct arena_chunk *next = c->next;

        free(c);
        c = next;
    }
}

/* The first spare chunk of at least `bytes`, unlinked, or NULL. */
static struct arena_chunk *take_spare(struct arena *a, size_t bytes)
{
    for (struct arena_chunk **p = &a->spare; *p; p = &(*p)->next)
        if ((*p)->size >= bytes) {
            struct arena_chunk *c = *p;

            *p = c->next;
            return c;
        }
    return NULL;
}

/* Chunks grow with the arena, so that a first step makes few of them. */
static void grow(struct arena *a, size_t bytes)
{
    struct arena_chunk *c = take_spare(a, bytes);

    if (!c) {
        size_t size = a->counts ? 0 : a->peak / 2 & ~(size_t)(ALIGN - 1);

        if (size < LEAST)
            size = LEAST;
        c = chunk_new(size > bytes ? size : bytes);
    }
    c->next = a->chunks;
    a->chunks = c;
    a->used = 0;
}

/* A page that nothing may access: doing so ends the program. */
static void *nowhere(void)
{
    static void *page;

    if (!page)
        page = mmap(NULL, 1, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return page;
}

static void lend(struct arena *a, size_t bytes)
{
    a->total += bytes;
    if (a->total > a->peak)
        a->peak = a->total;
}

static size_t floats_bytes(size_t n)
{
    return n <= SIZE_MAX / 4 ? n * sizeof(float) : SIZE_MAX;
}

/* Round up to whole cache lines. */
static size_t lines(size_t bytes)
{
    if (bytes > SIZE_MAX / 2)
        die("out of memory: %zu bytes wanted", bytes);
    return (bytes + ALIGN - 1) & ~(size_t)(ALIGN - 1);
}

void *arena_alloc(struct arena *a, size_t bytes)
{
    void *p;

    bytes = lines(bytes);
    if (!a->chunks || a->chunks->size - a->used < bytes)
        grow(a, bytes);
    p = chunk_bytes(a->chunks) + a->used;
    a->used += bytes;
    lend(a, bytes);
    return p;
}

float *arena_floats_raw(struct arena *a, size_t n)
{
    if (!a->counts)
        return arena_alloc(a, floats_bytes(n));
    lend(a, lines(floats_bytes(n)));
    return nowhere();
}

float *arena_floats(struct arena *a, size_t n)
{
    float *p = arena_alloc(a, floats_bytes(n));

    return memset(p, 0, n * sizeof(float));
}

int *arena_ints(struct arena *a, size_t n)
{
    return arena_alloc(a, n <= SIZE_MAX / 4 ? n * sizeof(int) : SIZE_MAX);
}

struct arena_mark arena_mark(const struct arena *a)
{
    return (struct arena_mark){a->chunks, a->used, a->total};
}

void arena_rewind(struct arena *a, struct arena_mark m)
{
    while (a->chunks != m.chunk) {
        struct arena_chunk *c = a->chunks;

        assert(c);
        a->chunks = c->next;
        c->next = a->spare;
        a->spare = c;
    }
    a->used = m.used;
    a->total = m.total;
}

/*
 * One chunk of `peak` bytes holds whatever was borrowed at the same time, since
 * loans are whole cache lines.  An eighth more lets batches vary a little
 * without another round of growth.
 */
static void join(struct arena *a)
{
    size_t size = (a->peak + a->peak / 8 + ALIGN - 1) & ~(size_t)(ALIGN - 1);

    free_list(a->chunks);
    free_list(a->spare);
    a->chunks = chunk_new(size > LEAST ? size : LEAST);
    a->spare = NULL;
}

void arena_reset(struct arena *a)
{
    bool grown = (a->chunks && a->chunks->next) || a->spare;

    assert(!a->counts); /* it would allocate what was only counted */
    if (grown)
        join(a);
    a->used = 0;
    a->total = 0;
}

void arena_release(struct arena *a)
{
    free_list(a->chunks);
    free_list(a->spare);
    *a = (struct arena){0};
}
