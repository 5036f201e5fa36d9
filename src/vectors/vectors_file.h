/*
 * vectors_file.h - the file that is made: whatever is there by the end.
 *
 * Threads: one at a time.
 */
#ifndef VECTORS_VECTORS_FILE_H
#define VECTORS_VECTORS_FILE_H

#include "base/file.h"

/* file_write_pieces(), but that a regular file stays, unless with `force`: it
 * may be another run's, that has put it there meanwhile. */
int vectors_file_write(const char *file, const struct pieces *all, bool force,
                       struct error *e);

#endif
