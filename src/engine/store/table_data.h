/*
 * table_data.h - a table of numbers and texts as a compound dataset.
 *
 * Rows are plain: scalars and fixed-length strings, which pandas and h5py read
 * in one line.  A dot in a column's name becomes an underscore, so that
 * `frame.query("train_seed == 1")` works.
 *
 * Threads: one at a time.
 */
#ifndef ENGINE_STORE_TABLE_DATA_H
#define ENGINE_STORE_TABLE_DATA_H

#include "engine/store/hdf5.h"

#define COLUMN_NAME 128 /* bytes, with the NUL */

enum cell_type { CELL_INT, CELL_REAL, CELL_TEXT };

struct table_column {
    char name[COLUMN_NAME];
    enum cell_type type;
    int width; /* CELL_TEXT: bytes, the longest value */
};

union table_cell {
    long i;
    double r;
    char *s; /* owned if in a table_data */
};

/* Widen the type and the width of a column, which begins as CELL_INT, to the
 * narrowest that can hold a text too; NULL is a missing value, for which
 * CELL_INT has no value. */
void table_column_fit(struct table_column *c, const char *text);

/* The cell of such a text: a missing value is NaN or "".  A cell of CELL_TEXT
 * owns a copy of the text. */
union table_cell table_cell(const struct table_column *c, const char *text);

/* A table being built, row by row. */
struct table_data {
    int columns, rows;
    struct table_column *column; /* owned */
    union table_cell *cell;      /* [rows x columns] owned */
};
void table_data_release(struct table_data *t);

/* A column's name in a file: "model.attention.kind" becomes an identifier that
 * a data frame can query, without '/', which PyTables refuses. */
void table_data_name(const struct table_column *c, char name[COLUMN_NAME]);

/* The bytes of a row in a file; its type, to be closed with H5Tclose(); and
 * pack a row from its cells [columns] into zeroed bytes. */
size_t table_row_bytes(const struct table_column *column, int columns);
hid_t table_row_type(struct hdf5 *h, const struct table_column *column,
                     int columns);
void table_row_pack(const struct table_column *column, int columns,
                    const union table_cell *cell, char *out);

/* Write it as the dataset at a path.  Two columns of one name are an error. */
void table_data_put(struct hdf5 *h, const char *path,
                    const struct table_data *t);

#endif
