/*
 * deal.h - whole numbers in an order fixed by a key.
 *
 * A keyed permutation of the numbers below n - a Feistel network over addressed
 * randomness, walked until it lands among them - so the i-th is known without
 * those before it, none comes twice, and nothing is stored.
 *
 * Threads: a pure function.
 * Source:  Luby and Rackoff 1988; Black and Rogaway 2002 for the walk.
 */
#ifndef BASE_DEAL_H
#define BASE_DEAL_H

#include <stdint.h>

#include "base/random.h"

/* Number i of the dealt order; i < n <= 2^62. */
uint64_t deal(struct random_key key, uint64_t n, uint64_t i);

#endif
