/*
 * vectors_file.h - the file that is made: whatever is there by the end.
 *
 * Threads: one at a time.
 */
#ifndef ENGINE_WORD_VECTORS_VECTORS_FILE_H
#define ENGINE_WORD_VECTORS_VECTORS_FILE_H

#include "base/files/file.h"

/* file_write_pieces(), but that a regular file stays, unless with `force`: it
 * may be another run's, that has put it there meanwhile. */
int vectors_file_write(const char *file, const struct file_pieces *all,
                       bool force, struct error *e);

#endif
