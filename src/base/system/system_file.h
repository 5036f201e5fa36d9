/*
 * system_file.h - read files of /proc and /sys, which describe the system and
 * its processes.
 */
#ifndef BASE_SYSTEM_SYSTEM_FILE_H
#define BASE_SYSTEM_SYSTEM_FILE_H

/* The text of such a file, "" if there is none; the caller frees it.  `root` is
 * put before the path: "" except in tests. */
char *system_text(const char *root, const char *path);

#endif
