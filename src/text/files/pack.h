/*
 * pack.h - write a file, compressed as its name's ending says, by libarchive.
 *
 * Equal content gives equal bytes with equal versions of the libraries: the
 * time of day is not stored.
 *
 * Errors:  what libarchive reports.
 * Threads: one struct pack belongs to one thread at a time.
 */
#ifndef TEXT_FILES_PACK_H
#define TEXT_FILES_PACK_H

#include <stddef.h>
#include <stdio.h>

#include "base/core/error.h"

struct pack;

/* Write to a file, borrowed: gzip data if `path` ends in .gz, xz data if it
 * ends in .xz, else the bytes unchanged.  NULL if it cannot be written. */
struct pack *pack_file(FILE *file, const char *path, struct error *e);

int pack_put(struct pack *p, const void *bytes, size_t n, struct error *e);

/* Write what is left. */
int pack_finish(struct pack *p, struct error *e);
void pack_free(struct pack *p); /* NULL is fine */

#endif
