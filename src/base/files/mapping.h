/*
 * mapping.h - a file mapped read-only, whose bytes stay what they were when it
 * was opened, whatever another process does to it.
 *
 * To read of a mapped file that was cut is SIGBUS, or zeros up to the end of a
 * page, and what is written into it is read.  So a mapping has a read lease:
 * the system has whoever opens the file for writing, or cuts it, wait until the
 * lease is given up, for 45 s at most (/proc/sys/fs/lease-break-time).  Before
 * that a thread has the bytes in memory of this process, at the addresses where
 * they were, and warns.  Each process that maps the file makes such a copy, all
 * at once, and no memory budget counts them.  To remove or replace the file
 * needs no such thing.
 *
 * A process that was stopped for longer has no lease any more, and its bytes
 * may have changed: it ends with a line that says so.
 *
 * Network file systems have no leases, or give one now and then.  A file that
 * gets none is mapped as it is, and where it cannot be read any more the
 * process ends by SIGBUS, behind a line that says why.
 *
 * Threads: any; a struct mapping does not move.
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
    char *path;         /* owned; for people */
    int lease;          /* descriptor that has it; -1: there is none */
    atomic_bool copied; /* the bytes are this process's own, by a thread */
};

/* Map a file that is open for reading; the descriptor is taken, on failure,
 * too.  -1 where it is empty or another has it open for writing. */
int mapping_open(struct mapping *m, int fd, const char *path, struct error *e);

/* A zeroed one is closed. */
void mapping_close(struct mapping *m);

#endif
