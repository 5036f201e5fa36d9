/*
 * selection.h - some trials of folders: those that meet all of some conditions,
 * and those that were trained to their end.
 *
 * A condition is COLUMN=VALUE, COLUMN!=VALUE or, of numbers, COLUMN<VALUE and
 * so with >, <= and >=.  Columns are those of results/trial_columns.h, by the
 * names that column_names.h takes.  Values are equal as they are in YAML: 1e-3
 * is 0.001, "0-1" is 0-1.  A trial without a value meets != alone.  One that no
 * trial has is a mistake, but a status, which it may have.
 *
 * What is selected is selected once, of the rows that were read, so whatever is
 * made of folders is made of these.  A trial keeps its number.  One whose file
 * is damaged stays, unless its configuration says that it is not meant: nobody
 * knows, and what is left out is told of.
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
    char *text;         /* as it was given; owned, as the next two are */
    char *name, *value; /* what stands before and behind the relation */
    enum relation relation;
    double number; /* the value; NaN: it is none */
};

/* A zeroed one selects all. */
struct selection {
    int n, room;
    struct criterion *criterion; /* owned */
    bool finished; /* not what failed, or a scheduler or a person ended */
};
void selection_release(struct selection *s);

/* Read one more condition; an error says what was found and what expected. */
int selection_add(struct selection *s, const char *text, struct error *e);

/* Leave out of folders that were read whatever is not selected.  Errors: a name
 * that is no column or may be several, a number's relation to a text, a value
 * that no trial has. */
int folders_select(struct folders *f, const struct selection *s,
                   struct error *e);

#endif
