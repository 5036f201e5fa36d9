/*
 * file_set.h - read the files that a path stands for, one after the other:
 *
 *   PATH        a file, plain or compressed (files/decompress.h)
 *   FOLDER/     the files in it, sorted by the bytes of their names; files
 * whose names begin with a dot, and folders, are skipped ARCHIVE     the files
 * of a .tar, which may be compressed, or of a .zip, in the order of the
 * archive, which is read once, as a stream; names that begin with a dot are
 * skipped here, too ARCHIVE:PART   those in its folder PART, or its file PART:
 * members whose names contain PART, one or several parts of a path, such as
 *               "training" or "questions/training"
 *
 * Errors: a file that does not exist or is damaged, a folder that cannot be
 * read to its end, a PART that is not in the archive, a file without the ending
 * that all should have, no file at all.  Errors of opening name the file, those
 * of reading do not.
 *
 * Threads: one struct file_set belongs to one thread at a time.
 */
#ifndef TEXT_FILES_FILE_SET_H
#define TEXT_FILES_FILE_SET_H

#include <stddef.h>

#include "base/core/error.h"
#include "base/files/file_stat.h"
#include "base/numbers/digest.h"

struct file_set;

/* `ending`, such as ".question": if there are several files, all names must
 * have it; NULL: any.  Borrowed. */
struct file_set *file_set_open(const char *path, const char *ending,
                               struct error *e);
void file_set_close(struct file_set *f); /* NULL is fine */

/* Step to the next file.  Returns 1, 0 at the end, or -1. */
int file_set_next(struct file_set *f, struct error *e);

/* Read up to n bytes of the current file; 0 at its end; -1. */
long file_set_read(struct file_set *f, void *out, size_t n, struct error *e);

/* Its name, without folders; and its name in errors: "file 'PATH'", followed by
 * ", member 'NAME'" in an archive.  Borrowed until the next step. */
const char *file_set_name(const struct file_set *f);
const char *file_set_where(const struct file_set *f);

/* At the end: the digest of the bytes on disk, and of PART if there is one; for
 * a folder, of its files' names and bytes. */
struct digest file_set_digest(const struct file_set *f);

/* The same digest for a path, by reading it now. */
int file_set_digest_now(const char *path, struct digest *d, struct error *e);

/* The stat data of what is on disk, without reading it. */
struct file_stat file_set_stamp(const char *path);

/* The same, zeroed unless any later change would give other stat data. */
struct file_stat file_set_settled_stamp(const char *path);

/* The file or folder on disk that a path stands for, without PART; the caller
 * frees it. */
char *file_set_on_disk(const char *path);

#endif
