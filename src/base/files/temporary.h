/*
 * temporary.h - a file that is written under another name beside its path, and
 * the removal of those that killed processes left.
 *
 *     temporary_open(&t, path, e);
 *     write to t.fd
 *     temporary_close(&t, true, e);    all of it is on the disk
 *     temporary_put(&t, e);            renamed over path
 *     temporary_release(&t);           removes it unless it was put
 *
 * All files that this program renames are made this way.  A folder to which
 * others may write can hold anything under any name.  So the file is created
 * with O_EXCL and never opened through a link, as PATH.tmp.HOST.PID, or if that
 * name is taken, under one that cannot be guessed.  Folder and file are used by
 * the descriptors that were opened, whatever has their names in the meantime.
 *
 * On a shared file system there are temporary files of processes on several
 * hosts, so their names contain host and process.  Whether a process of another
 * host lives is unknown: its files are removed an hour after they were last
 * written to.  Files with other names, however similar, are left alone.
 *
 * Threads: a struct temporary belongs to one at a time; several may write files
 *          for one path at once.
 */
#ifndef BASE_FILES_TEMPORARY_H
#define BASE_FILES_TEMPORARY_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#include "base/core/error.h"

struct temporary {
    char *path;     /* owned; where the file is to be put */
    char *tmp;      /* owned; its name until then, NULL if there is none */
    int folder, fd; /* descriptors of the folder and the file; -1: closed */
};

/* Create it, for reading and writing.  On failure errno is the reason. */
int temporary_open(struct temporary *t, const char *path, struct error *e);

/* End writing; `synced`: wait until it is on the disk.  A caller that closes
 * t->fd itself sets it to -1 instead. */
int temporary_close(struct temporary *t, bool synced, struct error *e);

/* Rename it over its path. */
int temporary_put(struct temporary *t, struct error *e);

/* The same if nothing is there, else returns 1: if several processes do so one
 * succeeds, provided the file system has hard links. */
int temporary_put_anew(struct temporary *t, struct error *e);

/*
 * Swap it with the file at its path, atomically; a second call undoes that, if
 * the file should not have been replaced.  The file that then has the temporary
 * name, with stat data *st, is removed by temporary_release().  Returns 1 if
 * this file system cannot swap; nothing has changed then.
 */
int temporary_exchange(const struct temporary *t, struct stat *st,
                       struct error *e);

/* fsync the folder that it was put into. */
int temporary_sync(const struct temporary *t, struct error *e);

/* Remove the file unless it was put; keeps errno.  A zeroed struct is
 * released. */
void temporary_release(struct temporary *t);

/* If a folder's entry is a file that a killed process left, return the length
 * of the leading part of its name that is the name of the intended file, and
 * fill in *st; else 0. */
size_t temporary_left(int folder, const char *name, struct stat *st);

/* Remove what killed processes left while they wrote this file. */
void file_clean(const char *path);

/* The same for all files in a folder, or in a link to one, but not in folders
 * below it: for folders in which only this program has files. */
void folder_clean(const char *path);

#endif
