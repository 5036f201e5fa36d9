/*
 * members.h - read the members of a zip or tar archive, or a single file; a tar
 * and a file may be compressed (files/decompress.h).
 *
 * No name in an archive becomes a path: the caller asks for a member by its
 * name, reads its bytes, and chooses the name of the output.  So no archive can
 * write outside its place, whatever it contains.  members_check() refuses one
 * that tries, or that would fill the disk.
 *
 * Checksums of zip members and of a tar's compression are checked, and sizes
 * may exceed 4 GiB.  Errors: an archive that is damaged or cut short, a member
 * that is encrypted, or packed in a way that takes unbounded memory.  Several
 * concatenated tars read as one.
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

/* archive: if false, the file is the only member, and has no name.  At most
 * `most` bytes may be read in all. */
struct members *members_open(const char *path, bool archive, long long most,
                             struct error *e);
void members_close(struct members *m); /* NULL is fine */

/* Read an open file as an archive; the file is borrowed until
 * members_close(). */
struct members *members_of(struct decompress *file, long long most,
                           struct error *e);

/* True if the current member is a folder. */
bool members_at_folder(const struct members *m);

/* True if a name leads out of the folder that an archive is unpacked into. */
bool members_lead_out(const char *name);

/* Step to the next member; *name is borrowed until the next call.  Returns 1,
 * or 0 at the end, or -1. */
int members_next(struct members *m, const char **name, struct error *e);

/* Read up to n bytes of the member; 0 at its end; -1 if it is damaged, is no
 * regular file, or exceeds `most`. */
long members_read(struct members *m, void *out, size_t n, struct error *e);

/* Append all of it. */
int members_text(struct members *m, struct str *out, struct error *e);

/* Open a file and step to the member of that name; NULL: the file itself. */
struct members *members_find(const char *path, const char *name, long long most,
                             struct error *e);

/* 0 if an archive is safe to read: no name is absolute or leads out by "..",
 * and its members have at most `most` bytes together; else -1. */
int members_check(const char *path, long long most, struct error *e);

#endif
