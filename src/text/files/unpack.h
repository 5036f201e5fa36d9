/*
 * unpack.h - the bytes of a data file: plain, compressed as .gz, .xz, .zst or
 * .bz2 (files/decompress.h), or the only file of an archive, .zip or .tar
 * (files/members.h), which may be compressed itself.
 *
 * A zip is recognised by its first bytes, a tar by its name: .tar, .tar.gz,
 * .tgz and the like.  Folders in it are skipped; a second file is an error.
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

/* The name of standard input, which is read from its current position. */
#define UNPACK_STDIN DECOMPRESS_STDIN

/* True if an open file, of which nothing was read yet, is an archive. */
bool unpack_is_archive(const struct decompress *file, const char *path);

struct unpack *unpack_open(const char *path, struct error *e);
void unpack_close(struct unpack *u); /* NULL is fine */

/* Read up to n bytes; fewer only at the end; -1 if the file is damaged. */
long unpack_read(struct unpack *u, void *out, size_t n, struct error *e);

/* The same, but returns as soon as there are any bytes, so that the writer of a
 * pipe need not fill the buffer; 0 at the end. */
long unpack_some(struct unpack *u, void *out, size_t n, struct error *e);

/* The digest of the bytes on disk: of the whole file, once it is read. */
struct digest unpack_digest(const struct unpack *u);

#endif
