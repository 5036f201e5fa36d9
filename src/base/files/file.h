/*
 * file.h - read and write whole files; a kill leaves the old file or the new
 * one.
 *
 * file_replace() writes a temporary file (files/temporary.h), fsyncs it,
 * renames it over PATH and fsyncs the folder.  A process killed at any instant
 * leaves the old file or the new one, and perhaps the temporary one, which
 * file_clean() removes.
 */
#ifndef BASE_FILES_FILE_H
#define BASE_FILES_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/core/error.h"
#include "base/core/str.h"

int file_replace(const char *path, const void *bytes, size_t n,
                 struct error *e);

/* Write to a PATH that the user named.  A regular file, a link to one, or a
 * path that does not exist is replaced.  If PATH is what standard output or
 * error is open to, such as /dev/stdout, the bytes are appended there.  Another
 * device, a pipe or a dangling link is opened and written.  On a terminal the
 * text is escaped as core/show.h describes. */
int file_write(const char *path, const void *bytes, size_t n, struct error *e);

/* Bytes to be written, piece by piece: next() fills in a piece, borrowed until
 * the next call, or returns false after the last one. */
struct file_piece {
    const void *bytes;
    size_t n;
};
struct file_pieces {
    bool (*next)(void *of, struct file_piece *p);
    void *of;
};

/* file_write() of all pieces; each piece ends at the end of a line. */
int file_write_pieces(const char *path, const struct file_pieces *all,
                      struct error *e);

/*
 * file_write() of output that is made while it is written, in pieces that end
 * at the end of a line.  file_stream_close() puts the file in place if all
 * writes succeeded and `wanted` is true; otherwise it returns -1.
 */
struct file_stream;
struct file_stream *file_stream_open(const char *path, struct error *e);
int file_stream_put(struct file_stream *s, const void *bytes, size_t n,
                    struct error *e);
int file_stream_close(struct file_stream *s, bool wanted, struct error *e);

/* Write all bytes to a descriptor; -1 with errno.  file_put_watched() is for a
 * file at a path on a disk, which may not answer (files/io_watchdog.h). */
int file_put(int fd, const void *bytes, size_t n);
int file_put_watched(int fd, const char *path, const void *bytes, size_t n);

/* The path that file_write() would create or replace: PATH, or what it links
 * to.  The caller frees it.  NULL if file_write() would append to or write into
 * what exists. */
char *file_place(const char *path);

/* True if file_write() would append to standard output. */
bool file_is_output(const char *path);

/* True if file_write() would replace an existing file. */
bool file_would_replace(const char *path);

/* file_replace() of a file that must not exist: fails if it does.  If several
 * processes create it at once one succeeds, provided the file system has hard
 * links. */
int file_create(const char *path, const void *bytes, size_t n, struct error *e);
/* The same for pieces, but returns 1 if the file exists. */
int file_create_pieces(const char *path, const struct file_pieces *all,
                       struct error *e);

/*
 * file_replace() without any fsync, for a file that is soon replaced again: a
 * kill leaves the old file or the new one, a machine that goes down perhaps an
 * empty one.
 */
int file_refresh(const char *path, const void *bytes, size_t n,
                 struct error *e);

/* True if errno says that the disk is full. */
bool file_no_room(void);

/* Replace PATH by n pieces in order. */
int file_replace_pieces(const char *path, const struct file_piece *piece, int n,
                        struct error *e);

/* Open a regular file for reading.  A pipe, a device or a folder is an error,
 * and is not waited for.  Returns the descriptor, or -1. */
int file_open(const char *path, struct error *e);

/* Open any file that a user named, also a pipe or a device, for reading,
 * without waiting for a writer.  A folder is an error.  Errors do not name the
 * file. */
int file_open_any(const char *path, struct error *e);

/* Read some bytes, waiting until there are any: how many, 0 at the end, or -1.
 * A pipe that no writer has opened yet is not at its end.  Fails with EINTR
 * when interrupted() (core/interrupt.h) is true. */
ssize_t file_read_some(int fd, void *bytes, size_t n);

/* 0 if file_open() can open it, else -1. */
int file_check(const char *path, struct error *e);

/*
 * Open a file that this program writes in place, such as a journal or a lock,
 * for reading and writing; `flags` is O_APPEND or 0.  It is created if it does
 * not exist.  These are errors: a link, which may lead to any file of the user;
 * a file with other names (hard links); anything but a regular file.
 */
int file_open_own(const char *path, int flags, mode_t mode, struct error *e);

/* "a file", "a folder", "a pipe" and so on. */
struct stat;
const char *file_sort(const struct stat *st);

/* -1 if the path leads to anything but a regular file, such as a pipe, on which
 * open() would wait. */
int file_refuse_other(const char *path, struct error *e);

int file_read(const char *path, struct str *out, struct error *e);

/* Read the next n bytes of a file that file_open() has opened.  Returns 1 if it
 * has fewer, -1 with errno if it cannot be read. */
int file_read_next(int fd, const char *path, void *bytes, size_t n);

/* file_read() of a file that a user named, which may be a pipe; `most` bytes at
 * most. */
int file_read_any(const char *path, size_t most, struct str *out,
                  struct error *e);

bool file_exists(const char *path);
long file_bytes(const char *path); /* -1 if it does not exist */

/* Size, and time of the last change in ns since 1970; false if it does not
 * exist. */
struct file_info {
    long bytes;
    long long changed;
};
bool file_info(const char *path, struct file_info *out);

/* True if both are the same file, whatever its names. */
bool file_is_same(const struct stat *one, const struct stat *other);

/* mkdir -p. */
int folder_make(const char *path, struct error *e);

/* Make one folder, unless it exists; the one above it must exist. */
int folder_make_one(const char *path, struct error *e);

/* folder_make() of the folder that a file lies in. */
int folder_make_for(const char *file, struct error *e);

/* fsync the folder that holds `path`. */
int folder_sync(const char *path, struct error *e);

/* Remove the empty folders below a folder, or below a link to one, and the
 * folder itself if it is empty and no link. */
void folder_prune(const char *path);

/* Remove a folder and all below it; links are removed, not followed.  Not 0 if
 * something is left. */
int folder_remove(const char *path);

/* Free bytes on the file system of `path`, or -1. */
long long folder_free_bytes(const char *path);

#endif
