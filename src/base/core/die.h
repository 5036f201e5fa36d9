/*
 * die.h - end the program where no caller can help: memory is exhausted, or MPI
 * is broken.
 *
 * It takes no memory.  It does not depend on the log, which is in a higher
 * layer and sets what die() does first.
 *
 * Threads: any.
 */
#ifndef BASE_CORE_DIE_H
#define BASE_CORE_DIE_H

/* Print "codarun: ..."  on standard error, in one line (core/show.h), and end
 * every rank with status 1. */
_Noreturn void die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Called before die() prints: returns the text to put first, such as "rank 3 on
 * node2: ".  log_setup() sets it. */
extern const char *(*die_prefix)(void);

/* Called last by die() instead of exit(1): comm/ sets it to call MPI_Abort. */
extern void (*die_hook)(void);

#endif
