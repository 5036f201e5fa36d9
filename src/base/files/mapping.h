/*
 * mapping.h - a file mapped read-only, whose bytes do not change, whatever
 * another process does to the file.
 *
 * Reading a mapped file after it was truncated gives SIGBUS, or zeros up to the
 * end of a page; writing to the file changes the mapped bytes.  So a mapping
 * takes a read lease: a process that opens the file for writing, or truncates
 * it, is made to wait by the system until the lease is given up, for 45 s at
 * most (/proc/sys/fs/lease-break-time).  Before that a thread copies the bytes
 * into this process's memory, at the same addresses, and warns.  Every process
 * that maps the file makes such a copy, all at once, and no memory budget
 * counts them.  Removing or replacing the file needs no copy.
 *
 * A process that was stopped for longer than that has lost the lease, and its
 * bytes may have changed: it ends with a message that says so.
 *
 * Network file systems have no leases, or grant them only sometimes.  A file
 * without a lease is mapped as it is; if it cannot be read any more the process
 * ends by SIGBUS, after a message with the reason.
 *
 * Threads: any; a struct mapping must not move.
 */
#ifndef BASE_FILES_MAPPING_H
#define BASE_FILES_MAPPING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/core/error.h"

struct mapping {
    const char *bytes; /* owned, [n] */
    size_t n;
    char *path;         /* owned; for messages */
    int lease;          /* descriptor that holds it; -1: no lease */
    atomic_bool copied; /* a thread has made the bytes this process's own */
};

/* Map a file that is open for reading.  The descriptor is taken over, also on
 * failure.  -1 if the file is empty or another process has it open for
 * writing. */
int mapping_open(struct mapping *m, int fd, const char *path, struct error *e);

/* A zeroed struct is closed. */
void mapping_close(struct mapping *m);

#endif
