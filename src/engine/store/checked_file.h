/*
 * checked_file.h - the container of all our files: 512 bytes of text, then
 * HDF5.
 *
 *     codarun result 1
 *     bytes 18234
 *     xxh3 0123456789abcdef0123456789abcdef
 *     an HDF5 file follows at byte 512
 *
 * The text is padded with spaces and a newline to 512 bytes.  Length and digest
 * are those of the HDF5 file that follows.  HDF5 looks for its signature at 0,
 * 512, 1024, ... and so skips the block: h5py, pandas and h5dump open such a
 * file by name.
 *
 * Every byte is checked: the block has exactly one valid form for its content,
 * and the rest has its digest.
 */
#ifndef ENGINE_STORE_CHECKED_FILE_H
#define ENGINE_STORE_CHECKED_FILE_H

#include <stdbool.h>

#include "base/core/error.h"
#include "base/core/str.h"
#include "base/numbers/digest.h"

#define CHECKED_FILE_HEADER 512

/* Replace PATH atomically, and remove PATH.damaged.  `kind` is a word:
 * "result", "state", "sweep". */
int checked_file_write(const char *path, const char *kind,
                       const struct str *image, struct error *e);

/*
 * Read PATH whole, check it, and append the HDF5 file to `image`.  If the file
 * is of another kind, truncated or damaged, the error names the file, what was
 * found and what was expected.
 */
int checked_file_read(const char *path, const char *kind, struct str *image,
                      struct error *e);

/* For a file that is written piece by piece: checked_file_write_header() writes
 * the block of an open file, whose first CHECKED_FILE_HEADER bytes are reserved
 * for it; checked_file_is_whole() is true if an open file, which it reads to
 * its end, is undamaged. */
int checked_file_write_header(int fd, const char *kind, struct error *e);
bool checked_file_is_whole(int fd, const char *kind);

/* True if PATH begins as a file of this kind, damaged or not. */
bool checked_file_is(const char *path, const char *kind);

/* The digest in the first block of PATH; 0 if that is not the block of a file
 * of PATH's length.  The rest of the file is not checked. */
struct digest checked_file_content(const char *path, const char *kind);

/*
 * If PATH is truncated or has other bytes than were written, rename it to
 * PATH.damaged, with a warning.  A file that is whole, of whatever kind and
 * version, stays where it is.  Returns -1 if it could not be read or renamed.
 */
int checked_file_set_aside(const char *path, const char *kind, struct error *e);

/* Remove PATH.damaged, if there is one: the file that replaces it exists. */
void checked_file_tidy(const char *path);

#endif
