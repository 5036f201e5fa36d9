/*
 * column_names.h - which columns the trials of folders have, and which of them
 * is meant by a name that a person types.
 *
 * A name is whole, or of a field or metric its last parts, `.kind` left out or
 * not: "learning_rate", "attention".  Where several end so a swept field is
 * meant.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_COLUMN_NAMES_H
#define REPORT_TABLES_COLUMN_NAMES_H

#include "report/tables/folders.h"
#include "report/tables/name_list.h"

struct column_names {
    struct name_list all;
    int swept; /* so many first ones are swept fields */
};

/* Swept fields; columns of `more`, NULL behind the last; what each trial has to
 * say of itself (results/trial_columns.h); metrics; all fields. */
void column_names_init(struct column_names *c, const struct folder *folder,
                       int n, const char *const *more);
void column_names_release(struct column_names *c);

/* The whole name, borrowed; NULL: it is none, or may be several. */
const char *column_names_find(const struct column_names *c, const char *name,
                              struct error *e);

#endif
