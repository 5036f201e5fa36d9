/*
 * file_set.h - the files that a path stands for, one after the other:
 *
 *   PATH        a file, plain or compressed (files/decompress.h)
 *   FOLDER/     the files in it, by their names in the order of bytes; files
 *               whose names begin with a dot, and folders, are stepped over
 *   ARCHIVE     the files of a .tar, which may be compressed, or of a .zip, in
 *               the order in which they stand in it, which is read once, as a
 *               stream; here, too, names that begin with a dot are stepped over
 *   ARCHIVE:PART   those in a folder PART of it, or its file PART: whose names
 *               in the archive have PART, a name or several with slashes
 *               between, as "training" or "questions/training"
 *
 * Errors: a file that is not there or damaged, a folder that cannot be read to
 * its end, a PART that is not in the archive, a file without the ending that
 * all should have, no file at all.  Those of opening say of which file they
 * are, those of reading do not.
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

/* `ending`, as ".question", is what the names of several all have, or NULL;
 * borrowed. */
struct file_set *file_set_open(const char *path, const char *ending,
                               struct error *e);
void file_set_close(struct file_set *f); /* NULL is fine */

/* Step to the next file.  Returns 1, 0 at the end, or -1. */
int file_set_next(struct file_set *f, struct error *e);

/* Up to n bytes of the file of the moment; 0 at its end; -1. */
long file_set_read(struct file_set *f, void *out, size_t n, struct error *e);

/* Its name, without folders; and what errors say: "file 'PATH'", and ", member
 * 'NAME'" in an archive.  Borrowed until the next step. */
const char *file_set_name(const struct file_set *f);
const char *file_set_where(const struct file_set *f);

/* At the end: of the bytes on disk, and of PART where there is one; of a
 * folder, of its files' names and bytes. */
struct digest file_set_digest(const struct file_set *f);

/* The same of what a path stands for now. */
int file_set_digest_now(const char *path, struct digest *d, struct error *e);

/* What the file system says of what is on disk, without its being read. */
struct file_stat file_set_stamp(const char *path);

/* The same, zeroed unless any later change would give another one. */
struct file_stat file_set_settled_stamp(const char *path);

/* The file or folder on disk that a path stands for, without PART; to be
 * freed. */
char *file_set_on_disk(const char *path);

#endif
