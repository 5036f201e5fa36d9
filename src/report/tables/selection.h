/*
 * selection.h - selecting trials of folders: those that meet all of some
 * conditions, and those that were trained until their end.
 *
 * A condition is COLUMN=VALUE or COLUMN!=VALUE, or for numbers COLUMN<VALUE and
 * the same with >, <= and >=.  Columns are those of results/trial_columns.h,
 * named as in column_names.h.  Values are compared as YAML reads them: 1e-3
 * equals 0.001, "0-1" equals 0-1.  A trial without a value meets only !=.  A
 * value that no trial has is an error, unless it is a valid status.
 *
 * The selection is made once, on the rows that were read; everything made from
 * the folders afterwards sees only these.  A trial keeps its number.  A trial
 * whose file is damaged stays, unless its configuration shows that it is not
 * selected: its results are unknown, and files left out are reported.
 *
 * Threads: one at a time.
 */
#ifndef REPORT_TABLES_SELECTION_H
#define REPORT_TABLES_SELECTION_H

#include "report/tables/folders.h"

enum relation {
    RELATION_EQUAL,
    RELATION_OTHER,
    RELATION_LESS,
    RELATION_MORE,
    RELATION_AT_MOST,
    RELATION_AT_LEAST,
};

struct criterion {
    char *text;         /* as it was given; owned, like the next two */
    char *name, *value; /* the texts before and after the relation */
    enum relation relation;
    double number; /* the value as a number; NaN if it is none */
};

/* A zeroed selection selects all trials. */
struct selection {
    int n, room;
    struct criterion *criterion; /* owned */
    bool finished; /* only trials that neither failed nor were ended early by
                      a scheduler or a person */
};
void selection_release(struct selection *s);

/* Parse and add one condition.  The error says what was found and what was
 * expected. */
int selection_add(struct selection *s, const char *text, struct error *e);

/* Remove all rows that are not selected from folders that were read.  Errors: a
 * name that is not a column or is ambiguous, a relation of numbers with a text,
 * a value that no trial has. */
int folders_select(struct folders *f, const struct selection *s,
                   struct error *e);

#endif
