/*
 * file_stat.h - is a file still the one it was?
 *
 * A file_stat is what the file system says of a file without its being read:
 * which one it is, how long, when it was written and when anything of it
 * changed, which no program can set back.  Equal ones are of the same bytes,
 * but where a file was written to within the clock's last tick:
 * file_stat_settled().
 *
 * Threads: pure functions of the files.
 */
#ifndef BASE_FILES_FILE_STAT_H
#define BASE_FILES_FILE_STAT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/core/error.h"
#include "base/numbers/digest.h"

struct file_stat {
    uint64_t inode, bytes;
    int64_t written[2], changed[2]; /* seconds, nanoseconds */
    struct digest files; /* zeroed, but of a folder: files/folder_files.h */
};

/* Zeroed where there is no regular file; that is equal to none's. */
struct file_stat file_stat(const char *path);
struct file_stat file_stat_in(int folder, const char *name);
bool file_stat_equal(const struct file_stat *a, const struct file_stat *b);

/* Was it last changed longer ago than clocks of file systems tick, so that any
 * later change gives other stat data? */
bool file_stat_settled(const struct file_stat *s);

/* Of the bytes of a regular file. */
int file_digest(const char *path, struct digest *d, struct error *e);

#endif
