/*
 * stamp.h - is a file still the one it was?
 *
 * A stamp is what the file system says of a file without its being read: which
 * one it is, how long, when it was written and when anything of it changed,
 * which no program can set back.  Equal stamps are of the same bytes, but where
 * a file was written to within the clock's last tick: file_stamp_settled().
 *
 * Threads: pure functions of the files.
 */
#ifndef BASE_FILES_STAMP_H
#define BASE_FILES_STAMP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/error.h"
#include "base/numbers/digest.h"

struct file_stamp {
    uint64_t inode, bytes;
    int64_t written[2], changed[2]; /* seconds, nanoseconds */
    struct digest files; /* zeroed, but of a folder: files/folder_files.h */
};

/* Zeroed where there is no regular file; that is equal to none's. */
struct file_stamp file_stamp(const char *path);
struct file_stamp file_stamp_in(int folder, const char *name);
bool file_stamp_equal(const struct file_stamp *a, const struct file_stamp *b);

/* Was it last changed longer ago than clocks of file systems tick, so that any
 * later change gives another stamp? */
bool file_stamp_settled(const struct file_stamp *s);

/* Of the bytes of a regular file. */
int file_digest(const char *path, struct digest *d, struct error *e);

#endif
