/*
 * members.h - what lies in a zip or tar archive, or in one file; a tar and a
 * file may be compressed (files/decompress.h).
 *
 * Nothing of an archive becomes a path: a member is asked for by its name and
 * read as bytes, and what it becomes is called as the caller says.  So no
 * archive writes where it should not, whatever it holds.  members_check()
 * refuses one that tries, or that would fill the disk.
 *
 * Checksums of zip members and of what is around a tar are checked, and sizes
 * may go beyond 4 GiB.  Errors: an archive that is damaged or cut short, a
 * member that is encrypted, or packed in a way that takes memory without bound.
 * Several tars one behind the other read as one.
 *
 * Threads: one struct members belongs to one thread at a time.
 */
#ifndef TEXT_FILES_MEMBERS_H
#define TEXT_FILES_MEMBERS_H

#include <stdbool.h>

#include "base/core/error.h"
#include "base/core/str.h"

struct decompress;
struct members;

/* archive: false, the file is the only member, and has no name.  `most` bytes
 * may be read in all. */
struct members *members_open(const char *path, bool archive, long long most,
                             struct error *e);
void members_close(struct members *m); /* NULL is fine */

/* The archive that an open file is, which is borrowed until members_close(). */
struct members *members_of(struct decompress *file, long long most,
                           struct error *e);

/* Is the member that was stepped to a folder? */
bool members_at_folder(const struct members *m);

/* Does a name lead out of the folder that an archive is unpacked into? */
bool members_lead_out(const char *name);

/* Step to the next member; *name is borrowed until the next call.  Returns 1,
 * or 0 at the end, or -1. */
int members_next(struct members *m, const char **name, struct error *e);

/* Up to n bytes of it; 0 at its end; -1 where it is damaged, no regular file,
 * or more than may be. */
long members_read(struct members *m, void *out, size_t n, struct error *e);

/* Append all of it. */
int members_text(struct members *m, struct str *out, struct error *e);

/* Open a file and step to the member of that name; NULL: the file itself. */
struct members *members_find(const char *path, const char *name, long long most,
                             struct error *e);

/* Is an archive one that may be read: no name is absolute or leads out by "..",
 * and its members come to no more than `most` bytes? */
int members_check(const char *path, long long most, struct error *e);

#endif
