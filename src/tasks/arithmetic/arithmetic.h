/*
 * arithmetic.h - every line of the MLU task, in an order fixed by a seed.
 *
 * A line is `y=691,x=-999,y*x:-690309`: two assignments, x or y first, with
 * values in [low, high); one of + - * over x and y in either order, or over one
 * of them twice; a colon; the answer.  Different choices give different lines,
 * so the lines can be numbered, and a keyed permutation of the numbers
 * (random_permuted()) shuffles them: a line is computed without the lines
 * before it, none occurs twice, and nothing is stored.
 *
 * Threads: pure functions.
 * Source:  Wangperawong 2018.
 */
#ifndef TASKS_ARITHMETIC_ARITHMETIC_H
#define TASKS_ARITHMETIC_ARITHMETIC_H

#include <stdint.h>

#include "base/numbers/random.h"

struct arithmetic {
    int64_t low, high;      /* values in [low, high), within +-10^6 */
    const char *operations; /* of "+-*", each once; borrowed */
    struct random_key key;
};

#define ARITHMETIC_LINE 96 /* enough bytes for any line, with its NUL */

/* The number of different lines. */
uint64_t arithmetic_lines(const struct arithmetic *a);

/* Write line i, i < arithmetic_lines(), of the shuffled order.  Return its
 * length; *colon is the place of the colon. */
int arithmetic_line(const struct arithmetic *a, uint64_t i,
                    char out[ARITHMETIC_LINE], int *colon);

/* Characters of the longest question and of the longest answer. */
void arithmetic_longest(const struct arithmetic *a, int *question, int *answer);

#endif
