/*
 * sweep_file.h - sweep.h5: the whole sweep as one table for analysis.
 *
 * /trials is a table (store/table_data.h), so `pandas.read_hdf(f, "/trials")`
 * and h5py read it in one line.  Always rebuilt whole from the trial files and
 * replaced atomically.  /schema says what every kind of file here holds
 * (store/schema.h).  The facts are attributes of the root.
 *
 * It is written row by row: of very many trials it is larger than what else
 * there is of them in memory.
 *
 * Threads: one at a time; between the calls others may read and write results.
 */
#ifndef ENGINE_STORE_SWEEP_FILE_H
#define ENGINE_STORE_SWEEP_FILE_H

#include "engine/store/result.h"
#include "engine/store/table_data.h"

/* A fact of a file that is there and whole, the caller's to free(); or NULL. */
char *sweep_file_fact(const char *path, const char *name);

struct sweep_file;

/* Begin one of so many rows; the columns are borrowed until its end.  NULL: it
 * cannot be made. */
struct sweep_file *sweep_file_begin(const char *path,
                                    const struct table_column *column,
                                    int columns, long rows,
                                    const struct facts *facts, struct error *e);

/* The next row, its cells [columns] and their texts borrowed. */
void sweep_file_row(struct sweep_file *f, const union table_cell *cell);

/* Put it in place, where all went well and that is wanted. */
int sweep_file_end(struct sweep_file *f, bool wanted);

#endif
