/*
 * schema.h - what the HDF5 files hold, said by a file itself: name, type,
 * shape, units and meaning of every object, column and attribute.
 *
 * The rows are in schema_rows.h, and docs/FILES.md is they as a page. A sweep
 * has them once, as /schema of sweep.h5, rather than every result: attributes
 * would make a small one about half as large again, and there are 100,000 of
 * those.
 *
 * A row's name is a group or dataset, DATASET:COLUMN of a table or
 * OBJECT@ATTRIBUTE; a run of capitals stands for any name within one part
 * ("/answers/SPLIT"). Of several rows that fit, the first counts.
 *
 * Threads: as store/hdf5.h.
 */
#ifndef STORE_SCHEMA_H
#define STORE_SCHEMA_H

#include "store/hdf5.h"
#include "store/table_data.h"

struct schema_row {
    const char *file; /* "result", "state", "sweep", "export", "table" */
    const char *name;
    const char *type;  /* of an element in NumPy's words; text, table, group */
    const char *shape; /* "[n x width]", "scalar"; "-": none */
    const char *units; /* "1": a pure number; "-": no number */
    const char *meaning;
};

/* Put all rows as the table /schema. */
void schema_put(struct hdf5 *h);

/* Give a dataset of a sweep file the attribute `description`. */
void schema_describe(struct hdf5 *h, const char *path);

/* Give its table /trials, which was put, the attributes COLUMN_units. */
void schema_put_units(struct hdf5 *h, const struct table_data *trials);

#endif
