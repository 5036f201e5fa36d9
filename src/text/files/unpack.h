/*
 * unpack.h - the bytes of a data file: plain, compressed as .gz, .xz, .zst or
 * .bz2 (files/decompress.h), or the one file of an archive, .zip or .tar
 * (files/members.h), which may be compressed itself.
 *
 * A zip is told by its first bytes, a tar by its name, .tar or .tar.gz, .tgz
 * and the like.  Folders in it are stepped over; a second file is an error.
 *
 * Errors do not name the file: the caller does.
 * Threads: one struct unpack belongs to one thread at a time.
 */
#ifndef TEXT_FILES_UNPACK_H
#define TEXT_FILES_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

#include "base/core/error.h"
#include "base/numbers/digest.h"
#include "text/files/decompress.h"

struct unpack;

/* The name that standard input has, which is read on from where it is. */
#define UNPACK_STDIN DECOMPRESS_STDIN

/* Is an open file, of which nothing was read yet, an archive? */
bool unpack_is_archive(const struct decompress *file, const char *path);

struct unpack *unpack_open(const char *path, struct error *e);
void unpack_close(struct unpack *u); /* NULL is fine */

/* Up to n bytes; fewer only at the end; -1 when the file is damaged. */
long unpack_read(struct unpack *u, void *out, size_t n, struct error *e);

/* The same as soon as there are any, so that who writes a pipe need not fill
 * it; 0 at the end. */
long unpack_some(struct unpack *u, void *out, size_t n, struct error *e);

/* Of the bytes on disk: the whole file, once at the end. */
struct digest unpack_digest(const struct unpack *u);

#endif
