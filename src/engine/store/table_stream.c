/* table_stream.c - a table as a compound dataset, written row by row. */
#include "config.h"

#include "engine/store/table_stream.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

/* Rows that are written together. */
#define TOGETHER 1024

void table_stream_begin(struct table_stream *t, struct hdf5 *h,
                        const char *path, const struct table_column *column,
                        int columns, hsize_t rows)
{
    *t = (struct table_stream){.h = h, .column = column, .columns = columns};
    t->bytes = table_row_bytes(column, columns);
    t->waiting = memory_zeroed(TOGETHER, t->bytes);
    t->type = table_row_type(h, column, columns);
    t->set = hdf5_begin_array(h, path, t->type, rows);
}

static void write_waiting(struct table_stream *t)
{
    hdf5_put_piece(t->h, t->set, t->type, t->written, t->filled, t->waiting);
    t->written += t->filled;
    t->filled = 0;
    memset(t->waiting, 0, TOGETHER * t->bytes);
}

void table_stream_row(struct table_stream *t, const union table_cell *cell)
{
    table_row_pack(t->column, t->columns, cell,
                   t->waiting + (size_t)t->filled * t->bytes);
    if (++t->filled < TOGETHER)
        return;
    hdf5_enter(t->h);
    write_waiting(t);
    hdf5_leave(t->h);
}

void table_stream_end(struct table_stream *t)
{
    write_waiting(t);
    if (t->set >= 0)
        H5Dclose(t->set);
    H5Tclose(t->type);
    free(t->waiting);
}
