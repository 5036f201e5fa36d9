/*
 * decompress.h - the bytes of a file, decompressed on the way when they are
 * gzip, xz, zstd or bzip2 data, which their first bytes tell.
 *
 * Several gzip members, xz streams, zstd frames or bzip2 streams one behind the
 * other read as one, as their tools have it.  All checksums are checked, and
 * nothing may stand behind.  Errors: data that are damaged or cut short, or
 * take more memory than xz (256 MiB) and zstd (128 MiB) may; a name that ends
 * in .gz, .xz, .zst or .bz2 where the bytes are something else; reading that is
 * interrupted() (core/interrupt.h).  They do not name the file: the caller
 * does.
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

/* The name that standard input has, which is read on from where it is. */
#define DECOMPRESS_STDIN "/dev/stdin"

struct decompress *decompress_open(const char *path, struct error *e);
void decompress_close(struct decompress *d); /* NULL is fine */

/* Up to n bytes; fewer only at the end; -1 when the file is damaged. */
long decompress_read(struct decompress *d, void *out, size_t n,
                     struct error *e);

/* The same as soon as there are any, so that who writes a pipe need not fill
 * it; 0 at the end. */
long decompress_some(struct decompress *d, void *out, size_t n,
                     struct error *e);

/* Of the bytes on disk read so far: the whole file once at the end. */
struct digest decompress_digest(const struct decompress *d);

/* --- before anything is read, and for archives ---------------------------- */

/* Does it begin with these bytes, at most 8 of them, on disk? */
bool decompress_begins(const struct decompress *d, const char *magic);

/* Not compressed, so without a checksum? */
bool decompress_is_plain(const struct decompress *d);

/* A regular file, not compressed, and not standard input? */
bool decompress_can_seek(const struct decompress *d);

/* The next byte to read of one that can seek; whence is lseek()'s.  Returns the
 * place from the beginning, or -1. */
int64_t decompress_seek(struct decompress *d, int64_t offset, int whence,
                        struct error *e);

/* Read a file that can seek from its beginning to its end, for the digest. */
int decompress_digest_all(struct decompress *d, struct error *e);

#endif
