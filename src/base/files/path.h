/*
 * path.h - the parts of a path.
 *
 * Threads: pure functions.
 */
#ifndef BASE_FILES_PATH_H
#define BASE_FILES_PATH_H

/* The folder of a path: "."  if it names none, else it ends with a slash.  The
 * caller frees it. */
char *path_folder(const char *path);

/* The last part of a path; borrowed. */
const char *path_name(const char *path);

#endif
