/*
 * read.h - reads to the end of a file or another source.
 *
 * Threads: any.
 */
#ifndef BASE_CORE_READ_H
#define BASE_CORE_READ_H

#include <sys/types.h>

#include "base/core/str.h"

/* read(), again if a signal interrupts it. */
ssize_t read_bytes(int fd, void *bytes, size_t n);

/* Append what some() returns until it returns 0.  Returns 1 if that is more
 * than `most` bytes, -1 with errno if some() fails. */
int read_all(struct str *out, size_t most,
             ssize_t (*some)(void *from, void *bytes, size_t n), void *from);

#endif
