/*
 * table_stream.h - a table as a compound dataset (store/table_data.h), written
 * row by row.
 *
 * Threads: one at a time; between the calls others may use HDF5.
 */
#ifndef ENGINE_STORE_TABLE_STREAM_H
#define ENGINE_STORE_TABLE_STREAM_H

#include "engine/store/table_data.h"

struct table_stream {
    struct hdf5 *h;                    /* borrowed */
    const struct table_column *column; /* [columns] borrowed */
    int columns;
    hid_t type, set;
    size_t bytes;            /* of a row */
    char *waiting;           /* rows that are written together; owned */
    hsize_t written, filled; /* rows in the file, and in `waiting` */
};

/* Begin a table of so many rows, or HDF5_GROWS; called with the lock of h. */
void table_stream_begin(struct table_stream *t, struct hdf5 *h,
                        const char *path, const struct table_column *column,
                        int columns, hsize_t rows);

/* Append the next row; its cells [columns] and their texts are borrowed.
 * Called without the lock, which it takes and releases. */
void table_stream_row(struct table_stream *t, const union table_cell *cell);

/* End the table once all rows are there; called with the lock. */
void table_stream_end(struct table_stream *t);

#endif
