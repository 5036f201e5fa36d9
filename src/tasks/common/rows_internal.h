/*
 * rows_internal.h - what the files of rows.h share, and how a format is added.
 *
 * To add a format of rows:
 *   1. copy common/rows_csv.c, whose rows have cells, or common/rows_jsonl.c,
 *      whose rows have members by name, to common/rows_NAME.c and rename in it;
 *   2. open its file and return its rows, one by one; its own data are in a
 *      struct of its own;
 *   3. add `src/tasks/common/rows_NAME.c` to row_formats in src/local.mk.
 * That is all: it is a `format` of experiments, an `--input` of `codarun
 * predict`, offered by completions, and read at random by tests/fuzz.
 */
#ifndef TASKS_COMMON_ROWS_INTERNAL_H
#define TASKS_COMMON_ROWS_INTERNAL_H

#include "tasks/common/rows.h"
#include "text/files/lines.h"
#include "text/formats/json.h"

enum { MAX_CELLS = 256 };

struct rows {
    struct lines *lines; /* owned, of formats that read lines; NULL: json */
    struct json *json;   /* owned, of other formats */
    struct json_place at_json;
    struct rows_layout layout;
    void *own;         /* owned: the format's data, zeroed before open() */
    struct str record; /* owned: with cells, the text that cut() cuts */
    int roles;
    char *name[MAX_ROLES]; /* owned: name of the column or member, or NULL */
    int at[MAX_ROLES];     /* with cells: which column, or -1 */
    int columns; /* with cells: how many are expected; 0: not known before
                    the header */
    bool by_name;
    struct json_want want[2 * MAX_ROLES]; /* of members: key is name[role];
                                             other names follow those of all
                                             roles */
    int wants, also[MAX_ROLES]; /* which of these is a role's other name; 0
                                   if none */
    long repeats;                     /* rows left out because they are
                                         repeats */
};

struct row_format {
    const char *name;
    /* What separates its cells, for errors; NULL if it has no cells, but
     * members by name or fixed roles. */
    const char *between;
    bool every_role; /* its rows have all roles, whatever `columns` is */
    bool parts;      /* rows may be parts of each other, so none is held out */
    size_t size;     /* of rows.own */
    /* Open the file by rows_open_lines(), or a json reader of its own. */
    int (*open)(struct rows *t, const char *path, struct error *e);
    void (*close)(struct rows *t); /* free what is in own; NULL if nothing */
    /* With cells: cut the next row into them.  Return 1, 0 at the end, or -1.
     * *n may exceed MAX_CELLS; further cells are only counted.  rows.own may
     * belong to another format, which uses this one to cut its cells. */
    int (*cut)(struct rows *t, char *cell[MAX_CELLS], int *n, struct error *e);
    /* Read the next row.  Return 1, 0 at the end, or -1. */
    int (*next)(struct rows *t, struct cell *cell, struct error *e);
};

/* The format that cuts the cells: that of the layout's `cells`, if set. */
static inline const struct row_format *rows_cells(const struct rows *t)
{
    return t->layout.cells ? t->layout.cells : t->layout.format;
}

/* True if it has cells rather than members of objects. */
static inline bool rows_is_table(const struct rows *t)
{
    return rows_cells(t)->between != NULL;
}

/* The role with this name of `len` characters, or -1. */
int rows_role(const struct rows *t, const char *name, size_t len);

/* Apply the layout's `columns`. */
int rows_take_columns(struct rows *t, struct error *e);

/* Open the file's lines; with cells, read the header if there is one. */
int rows_open_lines(struct rows *t, const char *path, struct error *e);

/* Make a row from the cells that cut() returns, or from the members that were
 * found. */
int rows_next_cells(struct rows *t, struct cell *cell, struct error *e);
int rows_next_members(struct rows *t, struct cell *cell, struct error *e);

/* Set the text of a role. */
void rows_set(const struct rows *t, struct cell *cell, const char *role,
              const char *text);

#endif
