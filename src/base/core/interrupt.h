/*
 * interrupt.h - may what takes long be broken off?
 *
 * Who reads a large file or waits for another process asks now and then, and
 * fails when it is so: whoever called has to know why, and asks again.
 *
 * Threads: any.
 */
#ifndef BASE_CORE_INTERRUPT_H
#define BASE_CORE_INTERRUPT_H

#include <stdatomic.h>
#include <stdbool.h>

/* Who says so, as a signal does; NULL, as at first: nobody. */
void interrupt_by(bool (*asked)(void));

bool interrupted(void);

/* For what has a flag of its own, by which whoever asked for it cancels it: is
 * that set?  NULL: is it interrupted() instead?  Once so, it stays so. */
bool cancelled(const atomic_bool *flag);

#endif
