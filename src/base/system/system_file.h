/*
 * system_file.h - what the system says of itself and of processes, in files of
 * /proc and /sys.
 */
#ifndef BASE_SYSTEM_SYSTEM_FILE_H
#define BASE_SYSTEM_SYSTEM_FILE_H

/* The text of such a file, "" where there is none; to be freed.  `root` stands
 * before the path: "" but in tests. */
char *system_text(const char *root, const char *path);

#endif
