/*
 * temporary.h - a file while it is written, under another name beside it, and
 * what killed processes left under such names.
 *
 *     temporary_open(&t, path, e);
 *     write to t.fd
 *     temporary_close(&t, true, e);    all of it is on the disk
 *     temporary_put(&t, e);            renamed over path
 *     temporary_release(&t);           removes it where it was not put
 *
 * The one way in which this program makes a file that it renames.  A folder
 * that others may write to may hold anything under any name, so the file is
 * made by O_EXCL and never opened through a link, under PATH.tmp.HOST.PID, or
 * where something is there under a name that cannot be guessed; and folder and
 * file are those that were opened, whatever bears their names meanwhile.
 *
 * A shared file system has temporary files of processes on several hosts, so
 * their names say whose they are.  Of another host's process nobody can tell
 * whether it lives: its files go an hour after they were last written to.  What
 * has another name, however like it, is left alone.
 *
 * Threads: a struct temporary belongs to one at a time; several may write files
 * for one path at once.
 */
#ifndef BASE_FILES_TEMPORARY_H
#define BASE_FILES_TEMPORARY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#include "base/core/error.h"

struct temporary {
    char *path;     /* owned; what it is to be */
    char *tmp;      /* owned; what it is meanwhile, NULL: there is none */
    int folder, fd; /* of the folder and of the file; -1: closed */
};

/* Make it, to be read and written.  errno tells why not. */
int temporary_open(struct temporary *t, const char *path, struct error *e);

/* No more is written; `synced`: wait until it is on the disk.  Who closed t->fd
 * sets it to -1. */
int temporary_close(struct temporary *t, bool synced, struct error *e);

/* Rename it over its path. */
int temporary_put(struct temporary *t, struct error *e);

/* The same where nothing is there, else 1: of several that do so one succeeds,
 * if the file system has hard links. */
int temporary_put_anew(struct temporary *t, struct error *e);

/*
 * Change places with what is at its path, at one instant: where that should not
 * have been replaced, the same again takes it back.  What is under the
 * temporary's name then, `*st`, goes with temporary_release().  1: this file
 * system cannot, and nothing has changed.
 */
int temporary_exchange(const struct temporary *t, struct stat *st,
                       struct error *e);

/* fsync the folder that it was put into. */
int temporary_sync(const struct temporary *t, struct error *e);

/* Remove what was not put; keeps errno.  A zeroed one is released. */
void temporary_release(struct temporary *t);

/* Is an entry of a folder what a killed process left?  Then how long the
 * beginning of its name is, that of the file which it was to be, and *st tells
 * of it; else 0. */
size_t temporary_left(int folder, const char *name, struct stat *st);

/* Remove what killed processes left of a file that they wrote. */
void file_clean(const char *path);

/* The same of whatever file in a folder, or a link to one, and nothing in
 * folders below it: for folders that nobody else has files in. */
void folder_clean(const char *path);

#endif
