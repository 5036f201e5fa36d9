/*
 * subprocess.h - run a function in a process of its own, so that it may take
 * too long or crash without harm to the caller.
 *
 * The process is a copy of this one: it sees all that is in memory.  Its
 * changes are lost, except for the text that it returns.
 *
 * Threads: one at a time, while no other thread runs.
 */
#ifndef BASE_SYSTEM_SUBPROCESS_H
#define BASE_SYSTEM_SUBPROCESS_H

#include "base/core/error.h"
#include "base/core/str.h"

/*
 * Append what `work` appends, and return what it returns, 0 or more.
 *
 * Errors: -1, and nothing is appended: it took longer than `seconds`, or
 *         crashed.
 */
int subprocess_run(int (*work)(void *context, struct str *out), void *context,
                   double seconds, struct str *out, struct error *e);

#endif
