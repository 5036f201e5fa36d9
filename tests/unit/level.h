/*
 * level.h - kernels at each SIMD level, in one process.
 */
#ifndef TESTS_UNIT_LEVEL_H
#define TESTS_UNIT_LEVEL_H

#include "engine/kernel/kernel.h"

/* kernel_simd() is at most this from now on; while no other thread computes. */
void level_limit(enum simd most);

#endif
