/*
 * error.h - failure of the world outside, carried up as one line of text.
 *
 * A function that can fail for a reason the user can mend (a file, a YAML
 * field, a data row) takes a struct error last and returns -1.  The innermost
 * call says *what* went wrong; each caller on the way up says *where*.  The
 * line printed in the end reads from the outside in:
 *
 *     codarun: experiment 'a.yaml': line 3, column 8: found 'x', expected ...
 *
 * Whatever it quotes, it is one line of UTF-8 (core/show.h).
 *
 * Our own mistakes are assert()s.  When memory is gone or MPI is broken no
 * caller can help, and die() (core/die.h) ends the program.
 *
 * Threads: a struct error belongs to one thread at a time.
 */
#ifndef BASE_CORE_ERROR_H
#define BASE_CORE_ERROR_H

#include "base/core/die.h" /* for what no caller can help */

struct error {
    char text[2000]; /* empty while nothing has failed; cut if longer */
};

#define PRINTF_LIKE(fmt, args) __attribute__((format(printf, fmt, args)))

/* Set what went wrong.  Returns -1, to be returned at once. */
int error_set(struct error *e, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Add where: puts "where: " before the text so far.  Returns -1. */
int error_in(struct error *e, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Add more: appends to the text so far.  Returns -1. */
int error_more(struct error *e, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* error_set(), then ": " and the text of errno.  Returns -1. */
int error_errno(struct error *e, const char *fmt, ...) PRINTF_LIKE(2, 3);

#endif
