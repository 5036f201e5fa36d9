/*
 * path.h - the parts of a path.
 *
 * Threads: pure functions.
 */
#ifndef BASE_FILES_PATH_H
#define BASE_FILES_PATH_H

/* The folder that a file lies in, "." or with a slash behind it; to be freed.
 */
char *path_folder(const char *path);

/* What it is called there; borrowed. */
const char *path_name(const char *path);

#endif
