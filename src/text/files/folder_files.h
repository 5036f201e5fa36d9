/*
 * folder_files.h - the files of a folder that is read as data: by their names
 * in the order of bytes, without folders and names that begin with a dot.
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

/* Into a zeroed one; -1: not all of them are known. */
int folder_files_list(struct folder_files *f, const char *path,
                      struct error *e);
void folder_files_release(struct folder_files *f);

/*
 * What the file system says of all of them without their being read: equal
 * stat data are of the same names and bytes, as those of a file are, and it is
 * settled when each of them is.  Zeroed where one is no regular file, or
 * nobody can say.
 *
 *   bytes             of all
 *   written, changed  the latest of them
 *   files             of each one's name and stat data
 */
struct file_stat folder_files_stamp(const char *path);

#endif
