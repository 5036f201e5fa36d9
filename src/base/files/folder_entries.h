/*
 * folder_entries.h - read all entries of a folder.
 *
 * readdir() also returns NULL for an error, which a network file system may
 * have in the middle of a long folder.  These functions do not take that for
 * the end.
 *
 * Threads: any.
 */
#ifndef BASE_FILES_FOLDER_ENTRIES_H
#define BASE_FILES_FOLDER_ENTRIES_H

#include <dirent.h>
#include <stdbool.h>
#include <sys/types.h>

#include "base/core/error.h"

/* Call take() for every entry but "."  and "..", in no order; its `folder` is
 * open.  Returns -1 with errno if the folder does not exist or cannot be read
 * to its end, so that some entries are missing. */
int folder_each(const char *path,
                void (*take)(void *context, int folder,
                             const struct dirent *entry),
                void *context, struct error *e);

/* The same for an open folder, which stays open; errors name the path.  Entries
 * that were read before are read again. */
int folder_each_of(int folder, const char *path,
                   void (*take)(void *context, int folder,
                                const struct dirent *entry),
                   void *context, struct error *e);

/* Open a folder inside an open one, or at a path with AT_FDCWD.  Returns -1
 * with errno if it does not exist or is no folder; a link to a folder is
 * none. */
int folder_open_in(int folder, const char *name);

/* The file type of an entry, or of the target of its link if links are
 * followed, for S_ISDIR() and the like; 0 if it is unknown. */
mode_t entry_type(int folder, const struct dirent *entry, bool follow);

#endif
