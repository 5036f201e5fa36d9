/*
 * The SIMD level, determined once.  It is in a file of its own because the unit
 * tests link another kernel_simd(), which they switch from level to level; the
 * program itself cannot.
 */
#include <stdatomic.h>

#include "engine/kernel/kernel.h"

enum simd kernel_simd(void)
{
    static atomic_int known = -1;
    int level = atomic_load_explicit(&known, memory_order_relaxed);

    if (level < 0) {
        level = (int)kernel_users_simd();
        atomic_store_explicit(&known, level, memory_order_relaxed);
    }
    return (enum simd)level;
}
