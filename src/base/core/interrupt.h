/*
 * interrupt.h - whether a long operation shall stop early.
 *
 * Code that reads a large file or waits for another process calls interrupted()
 * now and then, and fails when it is true.  Its caller, which has to know why,
 * calls it again.
 *
 * Threads: any.
 */
#ifndef BASE_CORE_INTERRUPT_H
#define BASE_CORE_INTERRUPT_H

#include <stdatomic.h>
#include <stdbool.h>

/* Set the function that decides, such as one that a signal sets; NULL, the
 * default: never interrupted. */
void interrupt_by(bool (*asked)(void));

bool interrupted(void);

/* For operations with a flag of their own, by which the caller cancels them:
 * true if it is set.  With NULL the same as interrupted().  Once true, it stays
 * so. */
bool cancelled(const atomic_bool *flag);

#endif
