/*
 * rows_parts.h - what the files of rows.h share.
 */
#ifndef TASK_ROWS_PARTS_H
#define TASK_ROWS_PARTS_H

#include "task/rows.h"
#include "text/json.h"
#include "text/lines.h"
#include "text/trees.h"

enum { MAX_COLUMNS = 256 };

/* A question and its answers, of which those from `next` on are to be rows. */
struct wide {
    char *cell[MAX_COLUMNS];
    int n, next;
    long row;
    char label[2], id[24];
};

struct rows {
    struct lines *lines; /* owned; NULL: json */
    struct json *json;   /* owned; or else NULL */
    struct json_place at_json;
    struct rows_layout layout;
    int roles;
    char *name[MAX_ROLES]; /* owned: of the column or member; NULL: none */
    int at[MAX_ROLES];     /* tables: column, or -1 */
    int columns; /* tables: expected; 0: not known before the header */
    bool by_name;
    struct json_want want[MAX_ROLES]; /* JSON: key is name[role] */
    struct str record;                /* csv: what its cells lie in */
    struct phrases phrases;           /* of trees */
    struct wide wide;
};

/* Is it columns of cells, rather than members of objects? */
static inline bool rows_is_table(const struct rows *t)
{
    return t->layout.format == FORMAT_TSV || t->layout.format == FORMAT_CSV;
}

/* The role of a name, of so many characters, or -1. */
int rows_role(const struct rows *t, const char *name, size_t len);

/* Take in what the layout's `columns` say. */
int rows_take_columns(struct rows *t, struct error *e);

#endif
