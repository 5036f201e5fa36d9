/*
 * problem_made.h - generated problems: descriptions in varied words, and
 * programs that do what they say.
 *
 *     consider an array c and a number b , find the sum of the squares of the
 *     numbers in c that are bigger than b
 *     ( reduce ( map ( filter c ( partial0 b < ) ) square ) 0 + )
 *
 * A description has four choices: the array to start from, which elements to
 * keep, what to compute from each, and what to return.  Each choice has several
 * kinds, and most kinds have two wordings.  Different choices give different
 * pairs of description and program, so the problems can be numbered, and a
 * keyed permutation of the numbers (random_permuted()) shuffles them: problem i
 * is computed without problems 0 .. i - 1, none occurs twice, and nothing is
 * stored.  The inputs of its tests are drawn by its number, too; the outputs
 * are the program's.
 *
 * Threads: pure functions over the caller's problem.
 */
#ifndef TASKS_PROGRAMS_PROBLEM_MADE_H
#define TASKS_PROGRAMS_PROBLEM_MADE_H

#include "base/numbers/random.h"
#include "tasks/programs/problem.h"

/* The number of different problems. */
uint64_t problems_made(void);

/* Replace *p by problem i, i < problems_made(), of the order given by a key. */
void problem_make(struct random_key key, uint64_t i, struct problem *p);

#endif
