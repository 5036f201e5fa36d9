/*
 * folder_nearest.h - the existing folder in which a folder would be made.
 *
 * Threads: any.
 */
#ifndef BASE_FILES_FOLDER_NEAREST_H
#define BASE_FILES_FOLDER_NEAREST_H

#include <stdbool.h>

/* The nearest existing folder on the path to `dir`; the caller frees it. */
char *folder_nearest(const char *dir);

/* True if files may be created in a folder.  False with errno if not, or if it
 * is no folder. */
bool folder_is_writable(const char *place);

#endif
