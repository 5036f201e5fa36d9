/*
 * decompress.h - the bytes of a file, decompressed if they are gzip, xz, zstd
 * or bzip2 data, which is recognised by the first bytes.
 *
 * Several concatenated gzip members, xz streams, zstd frames or bzip2 streams
 * read as one, as with their tools.  All checksums are checked, and no other
 * bytes may follow.  Errors: data that are damaged or cut short, or that need
 * more memory than xz (256 MiB) and zstd (128 MiB) may take; a name that ends
 * in .gz, .xz, .zst or .bz2 when the bytes are something else; reading while
 * interrupted() (core/interrupt.h) is true.  They do not name the file: the
 * caller does.
 *
 * Threads: one struct decompress belongs to one thread at a time.
 */
#ifndef TEXT_FILES_DECOMPRESS_H
#define TEXT_FILES_DECOMPRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/core/error.h"
#include "base/numbers/digest.h"

struct decompress;

/* The name of standard input, which is read from its current position. */
#define DECOMPRESS_STDIN "/dev/stdin"

struct decompress *decompress_open(const char *path, struct error *e);
void decompress_close(struct decompress *d); /* NULL is fine */

/* Read up to n bytes; fewer only at the end; -1 if the file is damaged. */
long decompress_read(struct decompress *d, void *out, size_t n,
                     struct error *e);

/* The same, but returns as soon as there are any bytes, so that the writer of a
 * pipe need not fill the buffer; 0 at the end. */
long decompress_some(struct decompress *d, void *out, size_t n,
                     struct error *e);

/* The digest of the bytes on disk read so far: of the whole file at the end. */
struct digest decompress_digest(const struct decompress *d);

/* --- before anything is read, and for archives ---------------------------- */

/* True if the file on disk begins with these bytes, at most 8 of them. */
bool decompress_begins(const struct decompress *d, const char *magic);

/* True if it is not compressed, and so has no checksum. */
bool decompress_is_plain(const struct decompress *d);

/* True for a regular file that is not compressed and not standard input. */
bool decompress_can_seek(const struct decompress *d);

/* Set the next byte to read of a file that can seek; whence as for lseek().
 * Returns the offset from the beginning, or -1. */
int64_t decompress_seek(struct decompress *d, int64_t offset, int whence,
                        struct error *e);

/* Read a file that can seek from its beginning to its end, for the digest. */
int decompress_digest_all(struct decompress *d, struct error *e);

#endif
