/*
 * subprocess.h - work in a process of its own, which may take too long or die
 * without harm to whoever asked for it.
 *
 * The process is a copy of this one: it sees all that is in memory, and what
 * it changes is lost but for the text that it leaves.
 *
 * Threads: one at a time, while no other runs.
 */
#ifndef BASE_SYSTEM_SUBPROCESS_H
#define BASE_SYSTEM_SUBPROCESS_H

#include "base/core/error.h"
#include "base/core/str.h"

/*
 * Append what `work` appends, and return what it returns, 0 or more.
 *
 * Errors: -1, and nothing is appended: it took longer than `seconds`, or died.
 */
int subprocess_run(int (*work)(void *context, struct str *out), void *context,
                   double seconds, struct str *out, struct error *e);

#endif
