/*
 * column_names.h - the columns that trials of folders have, and the search for
 * the one that a person names.
 *
 * A name is the whole name or, of a field or metric, its last parts, with or
 * without `.kind`: "learning_rate", "attention".  If several names end so, a
 * swept field is preferred.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_COLUMN_NAMES_H
#define REPORT_TABLES_COLUMN_NAMES_H

#include "report/tables/folders.h"
#include "report/tables/name_list.h"

struct column_names {
    struct name_list all;
    int swept; /* the first `swept` names are swept fields */
};

/* Collect, in this order: swept fields; the names in `more`, which ends with
 * NULL; the other columns of trials (results/trial_columns.h); metrics; all
 * fields. */
void column_names_init(struct column_names *c, const struct folder *folder,
                       int n, const char *const *more);
void column_names_release(struct column_names *c);

/* Add the names of a row's fields. */
void row_fields_add(struct name_list *l, const struct row_text *row);

/* Return the whole name, borrowed.  Errors: NULL for a name that is unknown or
 * ambiguous. */
const char *column_names_find(const struct column_names *c, const char *name,
                              struct error *e);

#endif
