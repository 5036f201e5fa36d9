#include "config.h"

#include "base/core/memory.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "base/core/die.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

static atomic_ulong calls;

/* ulimit -v, in bytes; 0 if there is none. */
static size_t limit_of_maps(void)
{
    struct rlimit r;

    return getrlimit(RLIMIT_AS, &r) || r.rlim_cur == RLIM_INFINITY
               ? 0
               : (size_t)r.rlim_cur;
}

void memory_keep(void)
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
    mallopt(M_TRIM_THRESHOLD, 128 << 20);
    if (limit_of_maps())
        mallopt(M_ARENA_MAX, 1);
#endif
}

static bool saves; /* set while only one thread allocates */

void memory_save(void)
{
    saves = true;
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 20);
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
#endif
}

void memory_hand_back(void)
{
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

double memory_allocated(void)
{
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
    const struct mallinfo2 m = mallinfo2();

    return (double)m.uordblks + (double)m.hblkhd;
#else
    return 0;
#endif
}

static _Noreturn void die_of(size_t bytes)
{
    const size_t limit = limit_of_maps();

    if (limit)
        die("out of memory: %zu bytes wanted, and ulimit -v is %zu KiB", bytes,
            limit / 1024);
    die("out of memory: %zu bytes wanted", bytes);
}

static void *checked(void *p, size_t bytes)
{
    atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
    if (!p)
        die_of(bytes);
    return p;
}

void *memory_new(size_t bytes)
{
    return checked(malloc(bytes ? bytes : 1), bytes);
}

void *memory_zeroed(size_t n, size_t size)
{
    return checked(calloc(n ? n : 1, size ? size : 1), n * size);
}

void *memory_resize(void *p, size_t bytes)
{
    return checked(realloc(p, bytes ? bytes : 1), bytes);
}

/*
 * Blocks of many pages request huge pages: otherwise products of large matrices
 * wait for address translation (`codarun bench train` gains some per cent).
 */
#define LINE ((size_t)64)
#define HUGE_PAGE ((size_t)1 << 21)

void *memory_aligned(size_t bytes)
{
    const size_t unit = saves || bytes < 2 * HUGE_PAGE ? LINE : HUGE_PAGE;

    if (bytes > SIZE_MAX - unit)
        die("out of memory: %zu bytes wanted", bytes);
    const size_t room = bytes ? (bytes + unit - 1) / unit * unit : unit;
    void *p = checked(aligned_alloc(unit, room), bytes);
    if (unit == HUGE_PAGE)
        madvise(p, room, MADV_HUGEPAGE); /* a hint: failure does no harm */
    return p;
}

char *memory_string(const char *s)
{
    size_t n = strlen(s) + 1;

    return memcpy(memory_new(n), s, n);
}

char *memory_format(const char *fmt, ...)
{
    va_list args;
    char *s;
    int n;

    va_start(args, fmt);
    n = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    s = memory_new((size_t)n + 1);
    va_start(args, fmt);
    vsnprintf(s, (size_t)n + 1, fmt, args);
    va_end(args);
    return s;
}

float *memory_floats(size_t n)
{
    if (n > SIZE_MAX / sizeof(float))
        die("out of memory: %zu floats wanted", n);
    return memset(memory_aligned(n * sizeof(float)), 0, n * sizeof(float));
}

unsigned long memory_calls(void)
{
    return atomic_load_explicit(&calls, memory_order_relaxed);
}
