/*
 * file_stat.h - find out whether a file has changed, without reading it.
 *
 * A file_stat is what the file system knows about a file: its inode, its
 * length, when it was written, and when anything of it changed, which no
 * program can set back.  Equal values mean equal bytes, except when a file was
 * written to within the last tick of the clock: file_stat_settled().
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
    struct digest files; /* zeroed, except for a folder: files/folder_files.h */
};

/* Zeroed if there is no regular file, so that two such results are equal. */
struct file_stat file_stat(const char *path);
struct file_stat file_stat_in(int folder, const char *name);
bool file_stat_equal(const struct file_stat *a, const struct file_stat *b);

/* True if the last change is older than a tick of file system clocks, so that
 * any later change gives other stat data. */
bool file_stat_settled(const struct file_stat *s);

/* The digest of a regular file's bytes. */
int file_digest(const char *path, struct digest *d, struct error *e);

#endif
