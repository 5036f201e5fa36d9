/*
 * folder_entries.h - what is in a folder, to its end.
 *
 * readdir() returns NULL for an error, too, as a network file system may have
 * one in the middle of a long folder: that is not taken for the end here.
 *
 * Threads: any.
 */
#ifndef BASE_FILES_FOLDER_ENTRIES_H
#define BASE_FILES_FOLDER_ENTRIES_H

#include <dirent.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/core/error.h"

/* Hand over every entry but "." and "..", in no order; `folder` is open.  -1
 * with errno: it is not there, or cannot be read to its end, so that some are
 * missing. */
int folder_each(const char *path,
                void (*take)(void *context, int folder,
                             const struct dirent *entry),
                void *context, struct error *e);

/* The same of a folder that is open, and stays so; errors name the path.  What
 * was read of it before is read again. */
int folder_each_of(int folder, const char *path,
                   void (*take)(void *context, int folder,
                                const struct dirent *entry),
                   void *context, struct error *e);

/* Open a folder that is in one that is open, or at a path with AT_FDCWD; -1
 * with errno: it is not there, or is no folder, as a link to one. */
int folder_open_in(int folder, const char *name);

/* What an entry is, or what its link leads to where links are followed, for
 * S_ISDIR() and the like; 0: nobody can say. */
mode_t entry_type(int folder, const struct dirent *entry, bool follow);

#endif
