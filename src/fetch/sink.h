/*
 * sink.h - write a file, packed according to its ending, under a temporary name
 * until all of it is on the disk.
 *
 *     sink_open(&s, path, e);
 *     sink_put(&s, bytes, n, e);    as often as necessary
 *     sink_finish(&s, e);           now all of it is in s.is.tmp, synced
 *     sink_install(&s, e);          rename it over path
 *     sink_release(&s);             removes s.is.tmp if it still exists
 *
 * A process killed at any instant leaves the old file or the new one, and
 * perhaps s.is.tmp, which file_clean() of path removes.  The bytes of a packed
 * file are a function of its content and of the libraries' versions.
 *
 * Threads: one struct sink belongs to one thread at a time.
 */
#ifndef FETCH_SINK_H
#define FETCH_SINK_H

#include <stddef.h>
#include <stdio.h>

#include "base/core/error.h"
#include "base/files/temporary.h"

struct pack;

struct sink {
    struct temporary is; /* owned */
    struct pack *pack;   /* owned; NULL: finished */
    FILE *file;          /* owned; NULL: finished */
};

int sink_open(struct sink *s, const char *path, struct error *e);
int sink_put(struct sink *s, const void *bytes, size_t n, struct error *e);
int sink_finish(struct sink *s, struct error *e);
int sink_install(struct sink *s, struct error *e);
void sink_release(struct sink *s);

#endif
