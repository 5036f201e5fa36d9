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

/* Begin one of so many rows, or HDF5_GROWS, with the lock of h. */
void table_stream_begin(struct table_stream *t, struct hdf5 *h,
                        const char *path, const struct table_column *column,
                        int columns, hsize_t rows);

/* The next row, its cells [columns] and their texts borrowed; without the lock,
 * which it takes and gives back. */
void table_stream_row(struct table_stream *t, const union table_cell *cell);

/* Once all rows are there, with the lock. */
void table_stream_end(struct table_stream *t);

#endif
