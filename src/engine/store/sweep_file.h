/*
 * sweep_file.h - sweep.h5: the whole sweep as one table for analysis.
 *
 * /trials is a table (store/table_data.h), so `pandas.read_hdf(f, "/trials")`
 * and h5py read it in one line.  It is always rebuilt whole from the trial
 * files and replaced atomically.  /schema describes every kind of file of a
 * sweep (store/schema.h).  The facts are attributes of the root.
 *
 * It is written row by row: with very many trials it is larger than all else
 * about them in memory.
 *
 * Threads: one at a time; between the calls others may read and write results.
 */
#ifndef ENGINE_STORE_SWEEP_FILE_H
#define ENGINE_STORE_SWEEP_FILE_H

#include "engine/store/result.h"
#include "engine/store/table_data.h"

/* A fact of a file that exists and is whole, or NULL; the caller frees it. */
char *sweep_file_fact(const char *path, const char *name);

struct sweep_file;

/* Begin a file of so many rows; the columns are borrowed until its end.  NULL
 * if it cannot be made. */
struct sweep_file *sweep_file_begin(const char *path,
                                    const struct table_column *column,
                                    int columns, long rows,
                                    const struct facts *facts, struct error *e);

/* Append the next row; its cells [columns] and their texts are borrowed. */
void sweep_file_row(struct sweep_file *f, const union table_cell *cell);

/* End the file, and put it in place if all went well and `wanted` is true. */
int sweep_file_end(struct sweep_file *f, bool wanted);

#endif
