/*
 * vectors_file.h - writes the output file, which may exist when learning ends.
 *
 * Threads: one at a time.
 */
#ifndef ENGINE_WORD_VECTORS_VECTORS_FILE_H
#define ENGINE_WORD_VECTORS_VECTORS_FILE_H

#include "base/files/file.h"

/* file_write_pieces(), but an existing regular file is replaced only with
 * `force`: it may be another run's, written in the meantime. */
int vectors_file_write(const char *file, const struct file_pieces *all,
                       bool force, struct error *e);

#endif
