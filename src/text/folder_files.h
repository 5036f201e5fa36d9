/*
 * folder_files.h - the files of a folder that is read as data: by their names
 * in the order of bytes, without folders and names that begin with a dot.
 *
 * Threads: any.
 */
#ifndef TEXT_FOLDER_FILES_H
#define TEXT_FOLDER_FILES_H

#include "base/error.h"

struct folder_files {
    char **name; /* owned */
    int n, room;
};

/* Into a zeroed one; -1: not all of them are known. */
int folder_files_list(struct folder_files *f, const char *path,
                      struct error *e);
void folder_files_release(struct folder_files *f);

#endif
