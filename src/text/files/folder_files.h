/*
 * folder_files.h - the files of a folder that is read as data, sorted by the
 * bytes of their names, without folders and names that begin with a dot.
 *
 * Threads: any.
 */
#ifndef TEXT_FILES_FOLDER_FILES_H
#define TEXT_FILES_FOLDER_FILES_H

#include "base/core/error.h"
#include "base/files/file_stat.h"

struct folder_files {
    char **name; /* owned */
    int n, room;
};

/* Fill a zeroed struct; -1 if the folder cannot be read to its end. */
int folder_files_list(struct folder_files *f, const char *path,
                      struct error *e);
void folder_files_release(struct folder_files *f);

/*
 * The stat data of all files together, without reading them.  As for a single
 * file, equal stat data mean equal names and bytes; they are settled if those
 * of each file are.  Zeroed if one is no regular file, or cannot be examined.
 *
 *   bytes             of all
 *   written, changed  the latest of them
 *   files             digest of each file's name and stat data
 */
struct file_stat folder_files_stamp(const char *path);

#endif
