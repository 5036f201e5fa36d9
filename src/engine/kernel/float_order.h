/*
 * float_order.h - floats as integers of the same order, for loops that compare:
 * compilers may reorder a maximum of integers, and so vectorise it.
 */
#ifndef ENGINE_KERNEL_FLOAT_ORDER_H
#define ENGINE_KERNEL_FLOAT_ORDER_H

#include <stdint.h>
#include <string.h>

#include "engine/kernel/levels.h"

/* A float's bits as an integer of the same order: NaN above all, -0 below 0.
 * It has no branch, because compilers do not vectorise a loop with one. */
INLINE int32_t float_order_of(float x)
{
    int32_t bits;

    memcpy(&bits, &x, sizeof(bits));
    const int32_t order = bits ^ (int32_t)((uint32_t)(bits >> 31) >> 1);
    const int32_t nan = -((bits & INT32_MAX) > 0x7f800000);

    return (order | nan) & (INT32_MAX | ~nan);
}

/* The inverse; INT32_MAX gives a NaN. */
INLINE float float_order_back(int32_t order)
{
    float x;

    order ^= (int32_t)((uint32_t)(order >> 31) >> 1);
    memcpy(&x, &order, sizeof(x));
    return x;
}

#endif
