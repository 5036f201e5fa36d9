/*
 * die.h - the end of the program, where no caller can help: memory is gone, or
 * MPI is broken.
 *
 * It takes no memory, and knows nothing of the log, which is above it and tells
 * it what to do first.
 *
 * Threads: any.
 */
#ifndef BASE_CORE_DIE_H
#define BASE_CORE_DIE_H

/* Print "codarun: ..." on standard error, in one line (core/show.h), and end
 * every rank, status 1. */
_Noreturn void die(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* What die() calls before it prints: returns what stands before the text, such
 * as "rank 3 on node2: ".  log_setup() puts that of the log here. */
extern const char *(*die_prefix)(void);

/* What die() calls last instead of exit(1): comm/ puts MPI_Abort here. */
extern void (*die_hook)(void);

#endif
