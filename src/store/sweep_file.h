/*
 * sweep_file.h - sweep.h5: the whole sweep as one table for analysis.
 *
 * /trials is a table (store/table_data.h), so `pandas.read_hdf(f, "/trials")`
 * and h5py read it in one line.  Always rebuilt whole from the trial files and
 * replaced atomically.  /schema says what every kind of file here holds
 * (store/schema.h).  The facts are attributes of the root.
 */
#ifndef STORE_SWEEP_FILE_H
#define STORE_SWEEP_FILE_H

#include "store/result.h"
#include "store/table_data.h"

/* A fact of a file that is there and whole, the caller's to free(); or NULL. */
char *sweep_file_fact(const char *path, const char *name);

int sweep_file_write(const char *path, const struct table_data *trials,
                     const struct facts *facts, struct error *e);

#endif
