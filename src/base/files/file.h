/*
 * file.h - whole files, and replacing one so that a kill leaves old or new.
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

/* What a user asked to have in PATH: replaced where it is a regular file, a
 * link to one, or not there; written on to where it is what standard output or
 * error is open to, such as /dev/stdout; written into where it is another
 * device, a pipe or a link to nothing.  A terminal gets it as core/show.h has
 * it. */
int file_write(const char *path, const void *bytes, size_t n, struct error *e);

/* What is to be written, a piece at a time: next() gives one, borrowed until it
 * is asked again, or says that there is none. */
struct file_piece {
    const void *bytes;
    size_t n;
};
struct file_pieces {
    bool (*next)(void *of, struct file_piece *p);
    void *of;
};

/* file_write() of these; each ends where a line of a text does. */
int file_write_pieces(const char *path, const struct file_pieces *all,
                      struct error *e);

/*
 * file_write() of what is made while it is written, a piece at a time, each up
 * to the end of a line: it is put in place by file_stream_close(), where all
 * went well and that is `wanted`, and -1 is returned otherwise.
 */
struct file_stream;
struct file_stream *file_stream_open(const char *path, struct error *e);
int file_stream_put(struct file_stream *s, const void *bytes, size_t n,
                    struct error *e);
int file_stream_close(struct file_stream *s, bool wanted, struct error *e);

/* Write all of it to what is open; -1 with errno.  And to a file at a path on a
 * disk, which may not answer (files/io_watchdog.h). */
int file_put(int fd, const void *bytes, size_t n);
int file_put_watched(int fd, const char *path, const void *bytes, size_t n);

/* What file_write() would make or replace: PATH, or what it leads to; the
 * caller's.  NULL: it would write on to or into what is there. */
char *file_place(const char *path);

/* Would file_write() write it on to standard output? */
bool file_is_output(const char *path);

/* Would file_write() replace what is there? */
bool file_would_replace(const char *path);

/* file_replace() of a file that is not there: fails where it is.  Of several
 * that create it at once one succeeds, if the file system has hard links. */
int file_create(const char *path, const void *bytes, size_t n, struct error *e);
/* The same, but that it returns 1 where there is one. */
int file_create_pieces(const char *path, const struct file_pieces *all,
                       struct error *e);

/*
 * The same without any fsync, for what is soon replaced again: a kill leaves
 * the old file or the new one, a machine that goes down perhaps an empty one.
 */
int file_refresh(const char *path, const void *bytes, size_t n,
                 struct error *e);

/* Has what just failed, by errno, found no room on the disk? */
bool file_no_room(void);

/* Replace PATH by n pieces one behind the other. */
int file_replace_pieces(const char *path, const struct file_piece *piece, int n,
                        struct error *e);

/* Open for reading what is to be a regular file, at whose end reading ends: a
 * pipe, a device or a folder is an error, and waited for by nobody.  The
 * descriptor, or -1. */
int file_open(const char *path, struct error *e);

/* Open for reading what a user names, be it a pipe or a device, and wait for
 * nobody who is to write it; a folder is an error.  Errors do not name it. */
int file_open_any(const char *path, struct error *e);

/* Read what is there, waiting until there is something: how much, 0 at the end,
 * or -1.  Of a pipe that nobody opened yet that is not now.  Fails with EINTR
 * when one is interrupted() (core/interrupt.h). */
ssize_t file_read_some(int fd, void *bytes, size_t n);

/* Can it be opened by file_open()? */
int file_check(const char *path, struct error *e);

/*
 * Open what this program writes into in place, as a journal or a lock, for
 * reading and writing; `flags`: O_APPEND or 0.  It is made where it is not
 * there.  A link is an error, for it may lead to any file of the user's, and so
 * are a file that has other names (hard links) and what is no regular file.
 */
int file_open_own(const char *path, int flags, mode_t mode, struct error *e);

/* "a file", "a folder", "a pipe" and so on. */
struct stat;
const char *file_sort(const struct stat *st);

/* -1 where a path is of anything but a regular file, as a pipe, which would be
 * waited for. */
int file_refuse_other(const char *path, struct error *e);

int file_read(const char *path, struct str *out, struct error *e);

/* Read the next n bytes of a file that file_open() has opened; 1: it has fewer;
 * -1 with errno: it cannot be read. */
int file_read_next(int fd, const char *path, void *bytes, size_t n);

/* The same of what a user names, which may be a pipe, of so many bytes at most.
 */
int file_read_any(const char *path, size_t most, struct str *out,
                  struct error *e);

bool file_exists(const char *path);
long file_bytes(const char *path); /* -1: it is not there */

/* Its size, and when it was last changed, in ns since 1970; false: it is not
 * there. */
struct file_look {
    long bytes;
    long long changed;
};
bool file_look(const char *path, struct file_look *out);

/* Are these of one file, whatever its names? */
bool file_is_same(const struct stat *one, const struct stat *other);

/* mkdir -p. */
int folder_make(const char *path, struct error *e);

/* The same of the folder that a file lies in. */
int folder_make_for(const char *file, struct error *e);

/* fsync the folder that holds `path`. */
int folder_sync(const char *path, struct error *e);

/* Remove the empty folders below a folder, or a link to one, and itself when it
 * is empty and no link. */
void folder_prune(const char *path);

/* Remove a folder and all below it, links as such.  Not 0: some is left. */
int folder_remove(const char *path);

/* Free bytes on the file system of `path`, or -1. */
long long folder_free_bytes(const char *path);

#endif
