/*
 * folder_nearest.h - where a folder that may not be there yet is going to be.
 *
 * Threads: any.
 */
#ifndef BASE_FILES_FOLDER_NEAREST_H
#define BASE_FILES_FOLDER_NEAREST_H

#include <stdbool.h>

/* The nearest folder on the way to `dir` that is there; the caller's. */
char *folder_nearest(const char *dir);

/* May files be put into a folder?  false with errno: no, or it is none. */
bool folder_is_writable(const char *place);

#endif
