/*
 * pack.h - a file that is compressed as its name ends, by libarchive.
 *
 * Equal content is equal bytes, but for the libraries' versions: no time of
 * day enters them.
 *
 * Errors:  what libarchive says of writing.
 * Threads: one struct pack belongs to one thread at a time.
 */
#ifndef TEXT_FILES_PACK_H
#define TEXT_FILES_PACK_H

#include <stddef.h>
#include <stdio.h>

#include "base/core/error.h"

struct pack;

/* Onto a file, borrowed: gzip data where `path` ends in .gz, xz data where it
 * ends in .xz, else the bytes as they are.  NULL where it cannot be written. */
struct pack *pack_file(FILE *file, const char *path, struct error *e);

int pack_put(struct pack *p, const void *bytes, size_t n, struct error *e);

/* Write what is left. */
int pack_finish(struct pack *p, struct error *e);
void pack_free(struct pack *p); /* NULL is fine */

#endif
