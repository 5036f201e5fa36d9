/*
 * schema.h - the self-description of the HDF5 files: name, type, shape, units
 * and meaning of every object, column and attribute.
 *
 * The rows are in schema_rows.h; docs/reference/files.md has them as a page.  A
 * sweep has them once, as /schema of sweep.h5.  In addition every file has
 * attributes that describe its own datasets and give the units of these and of
 * their columns; a result leaves the descriptions of columns to /schema.
 *
 * The cost, for a result of 24,827 bytes (six metrics, one evaluation): with
 * HDF5's default storage, a heap and indexes beyond eight attributes of an
 * object, it grew by 40 per cent, and with descriptions of columns by 73.  With
 * all of them in the object's header (hdf5_plain_object()) it is 2 per cent
 * smaller than it was without any, one of 35 KB 11 per cent, and 2,000 are read
 * as fast; descriptions of columns would still add 17 per cent.  A result takes
 * half a millisecond more to write.
 *
 * A row's name is a group or dataset, DATASET:COLUMN of a table or
 * OBJECT@ATTRIBUTE; a run of capitals matches any name within one part
 * ("/answers/SPLIT").  If several rows match, the first counts.
 *
 * Threads: as store/hdf5.h.
 */
#ifndef ENGINE_STORE_SCHEMA_H
#define ENGINE_STORE_SCHEMA_H

#include "engine/store/hdf5.h"

struct schema_row {
    const char *file; /* "result", "state", "sweep", "export", "inspect",
                         "table", "history" */
    const char *name;
    const char *type;  /* of an element in NumPy's words; text, table, group */
    const char *shape; /* "[n x width]", "scalar"; "-" if none */
    const char *units; /* "1": a pure number; "-": not a number */
    const char *meaning;
};

/* The first row of a kind of file that matches a name; NULL if there is
 * none. */
const struct schema_row *schema_find(const char *file, const char *name);

/* Write all rows as the table /schema. */
void schema_put(struct hdf5 *h);

enum schema_detail {
    SCHEMA_UNITS,   /* of a column only its units */
    SCHEMA_COLUMNS, /* and its description */
};

/*
 * Attach to every dataset that was written what the rows of a kind of file say
 * about it: the attributes `description` and, where it has some, `units`; to a
 * table those of its columns, as COLUMN_units and COLUMN_description.
 */
void schema_describe(struct hdf5 *h, const char *file,
                     enum schema_detail detail);

#endif
