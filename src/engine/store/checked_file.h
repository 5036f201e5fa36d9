/*
 * checked_file.h - the form of every file here: 512 bytes of text, then HDF5.
 *
 *     codarun result 1
 *     bytes 18234
 *     xxh3 0123456789abcdef0123456789abcdef
 *     an HDF5 file follows at byte 512
 *
 * padded with spaces and a newline to 512 bytes.  Length and digest are of
 * the HDF5 file behind it.  HDF5 looks for its signature at 0, 512, 1024, ...
 * and so skips the block: h5py, pandas and h5dump open such a file by name.
 *
 * Every byte is under guard: the block has one right form for its content,
 * the rest has its digest.
 */
#ifndef ENGINE_STORE_CHECKED_FILE_H
#define ENGINE_STORE_CHECKED_FILE_H

#include <stdbool.h>

#include "base/core/error.h"
#include "base/core/str.h"
#include "base/numbers/digest.h"

#define CHECKED_FILE_HEADER 512

/* Replace PATH atomically, and checked_file_tidy().  `kind` is a word:
 * "result", "state", "sweep". */
int checked_file_write(const char *path, const char *kind,
                       const struct str *image, struct error *e);

/*
 * Read PATH whole, check it, and append the HDF5 file to `image`.  Another
 * kind, a truncated or a damaged file is an error that names file, what was
 * found and what was expected.
 */
int checked_file_read(const char *path, const char *kind, struct str *image,
                      struct error *e);

/* The same of a file that is written piece by piece: fill in the block of one
 * that is open, whose first CHECKED_FILE_HEADER are its room; and is an open
 * file, which it is read by to its end, whole? */
int checked_file_seal(int fd, const char *kind, struct error *e);
bool checked_file_is_whole(int fd, const char *kind);

/* Does PATH begin as a file of a kind does, whole or not? */
bool checked_file_is(const char *path, const char *kind);

/* The digest of what PATH holds, as its first block says; 0: that is not the
 * block of a file as long as this one.  Whether the rest still is so is not
 * looked at. */
struct digest checked_file_content(const char *path, const char *kind);

/*
 * A file that is cut short or has other bytes than were written is of no use:
 * if PATH is one, it is renamed to PATH.damaged, with a warning.  One that is
 * whole, of whatever kind and version, stays where it is.  -1: it could not be
 * read or renamed.
 */
int checked_file_set_aside(const char *path, const char *kind, struct error *e);

/* Remove PATH.damaged, if there is one: what took its place is there. */
void checked_file_tidy(const char *path);

#endif
