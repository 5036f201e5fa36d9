/*
 * schema.h - what the HDF5 files hold, said by a file itself: name, type,
 * shape, units and meaning of every object, column and attribute.
 *
 * The rows are in schema_rows.h and schema_history.h; docs/reference/files.md
 * has them as a page.  A sweep has them once, as /schema of sweep.h5.  Besides,
 * every file says of its own datasets what they are, as attributes, and in
 * which units they and their columns; what a column is a result leaves to
 * /schema.
 *
 * What that costs, of a result of 24,827 bytes (six metrics, one evaluation):
 * in HDF5's own way, with a heap and indexes beyond eight attributes of an
 * object, it grew by 40 per cent, and with descriptions of columns by 73.  With
 * all of them in the object's header (hdf5_plain_object()) it is 2 per cent
 * smaller than it was without any, one of 35 KB 11 per cent, and 2,000 are read
 * as fast; descriptions of columns would still add 17 per cent.  A result takes
 * half a millisecond more to write.
 *
 * A row's name is a group or dataset, DATASET:COLUMN of a table or
 * OBJECT@ATTRIBUTE; a run of capitals stands for any name within one part
 * ("/answers/SPLIT"). Of several rows that fit, the first counts.
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
    const char *shape; /* "[n x width]", "scalar"; "-": none */
    const char *units; /* "1": a pure number; "-": no number */
    const char *meaning;
};

/* The first row of a kind of file that fits a name; NULL: there is none. */
const struct schema_row *schema_find(const char *file, const char *name);

/* Put all rows as the table /schema. */
void schema_put(struct hdf5 *h);

enum schema_detail {
    SCHEMA_UNITS,   /* of a column its units alone */
    SCHEMA_COLUMNS, /* and what it is */
};

/*
 * Give every dataset that was put what the rows of a kind of file say of it:
 * the attributes `description` and, where it has some, `units`; a table those
 * of its columns, as COLUMN_units and COLUMN_description.
 */
void schema_describe(struct hdf5 *h, const char *file,
                     enum schema_detail detail);

#endif
