/*
 * temporary.h - the name that a file has while it is written, and what killed
 * processes left under such names.
 *
 * A shared file system has temporary files of processes on several hosts, so
 * their names say whose they are.  Of another host's process nobody can tell
 * whether it lives: its files go an hour after they were last written to.  What
 * has another name, however like it, is left alone.
 */
#ifndef BASE_TEMPORARY_H
#define BASE_TEMPORARY_H

/* PATH.tmp.HOST.PID, to be freed: for who writes a file piece by piece and then
 * renames it. */
char *file_temporary(const char *path);

/* Remove what killed processes left of a file that they wrote. */
void file_clean(const char *path);

/* The same of whatever file in a folder, or a link to one, and nothing in
 * folders below it: for folders that nobody else has files in. */
void folder_clean(const char *path);

#endif
