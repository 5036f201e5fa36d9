/*
 * problem_made.h - problems that are made: descriptions in varied words, and
 * programs that do what they say.
 *
 *     consider an array c and a number b , find the sum of the squares of the
 *     numbers in c that are bigger than b
 *     ( reduce ( map ( filter c ( partial0 b < ) ) square ) 0 + )
 *
 * A description says what to start from, which of it to keep, what to make of
 * each, and what to give; each has several kinds, and most of them two
 * wordings. Every choice gives another pair of description and program, so the
 * problems can be numbered and a keyed permutation of the numbers
 * (random_permuted()) shuffles them: problem i is known without problems
 * 0 .. i - 1, none comes twice, and nothing is stored.  The inputs of its tests
 * are drawn by its number, too; the outputs are the program's.
 *
 * Threads: pure functions over the caller's problem.
 */
#ifndef TASKS_PROGRAMS_PROBLEM_MADE_H
#define TASKS_PROGRAMS_PROBLEM_MADE_H

#include "base/numbers/random.h"
#include "tasks/programs/problem.h"

/* How many different problems there are. */
uint64_t problems_made(void);

/* Replace *p by problem i of the order that a key gives, i < problems_made().
 */
void problem_make(struct random_key key, uint64_t i, struct problem *p);

#endif
