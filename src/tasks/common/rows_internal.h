/*
 * rows_internal.h - what the files of rows.h share, and how a format is added.
 *
 * To add a format of rows:
 *   1. copy common/rows_csv.c, of one that has cells, or common/rows_jsonl.c,
 *      of one that has members by name, to common/rows_NAME.c and rename in it;
 *   2. open its file and give its rows, one by one; what it needs on its way is
 *      a struct of its own;
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
    struct lines *lines; /* owned, of formats that go by lines; NULL: json */
    struct json *json;   /* owned, of others */
    struct json_place at_json;
    struct rows_layout layout;
    void *own;         /* owned: the format's, zeroed before open() */
    struct str record; /* owned: of cells, where cut() keeps them */
    int roles;
    char *name[MAX_ROLES]; /* owned: of the column or member; NULL: none */
    int at[MAX_ROLES];     /* of cells: which, or -1 */
    int columns; /* of cells: expected; 0: not known before the header */
    bool by_name;
    struct json_want want[2 * MAX_ROLES]; /* of members: key is name[role];
                                             behind all roles other names */
    int wants, also[MAX_ROLES]; /* which of these is a role's other name; 0:
                                   none */
    long repeats;                     /* rows left out, as they came before */
};

struct row_format {
    const char *name;
    /* What is between its cells, for errors; NULL: it has none, but members by
     * name, or roles of its own. */
    const char *between;
    bool every_role; /* its rows have all roles, whatever `columns` say */
    bool parts;      /* rows may be parts of each other, so none is held out */
    size_t size;     /* of rows.own */
    /* Open the file: rows_open_lines(), or json of its own. */
    int (*open)(struct rows *t, const char *path, struct error *e);
    void (*close)(struct rows *t); /* what is in own; NULL: nothing */
    /* Of cells: cut the next row into them; returns 1, 0 at the end, or -1.
     * *n may be more than MAX_CELLS; those are counted alone.  rows.own may be
     * that of another format, which has its cells from this one. */
    int (*cut)(struct rows *t, char *cell[MAX_CELLS], int *n, struct error *e);
    /* The next row; returns 1, 0 at the end, or -1. */
    int (*next)(struct rows *t, struct cell *cell, struct error *e);
};

/* The format whose cells are read; of a layout with `cells` that one. */
static inline const struct row_format *rows_cells(const struct rows *t)
{
    return t->layout.cells ? t->layout.cells : t->layout.format;
}

/* Is that one of cells, rather than of members of objects? */
static inline bool rows_is_table(const struct rows *t)
{
    return rows_cells(t)->between != NULL;
}

/* The role of a name, of so many characters, or -1. */
int rows_role(const struct rows *t, const char *name, size_t len);

/* Take in what the layout's `columns` say. */
int rows_take_columns(struct rows *t, struct error *e);

/* Open its lines, and of cells read the header where there is one. */
int rows_open_lines(struct rows *t, const char *path, struct error *e);

/* A row of the cells that cut() gives, and of members that were found. */
int rows_next_cells(struct rows *t, struct cell *cell, struct error *e);
int rows_next_members(struct rows *t, struct cell *cell, struct error *e);

/* Give a role a text. */
void rows_set(const struct rows *t, struct cell *cell, const char *role,
              const char *text);

#endif
