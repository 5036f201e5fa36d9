/*
 * rows.h - rows of a text file: columns separated by tabs or commas, JSON
 * objects, trees.
 *
 *   tsv      a row per line; only tabs separate columns, quotes have no meaning
 *   csv      with commas and quotes (formats/csv_record.h)
 *   jsonl    an object per line
 *   json     an array of objects, which is the file's only value
 *
 * `columns` gives the meaning of columns, in one of two ways:
 *
 *   [question, answer, label]     by place: a name is a role the task knows,
 *                                 `_` a column that is not read; every row has
 *                                 exactly so many columns
 *   [premise=sentence1, ...]      by name: role=NAME of the header's column,
 *                                 or of the JSON member
 *                                 (in JSON lines a bare role is the member
 *                                 of that name)
 *
 * An empty line is an error like any row with too few columns.
 *
 * A task may use a row format of its own, which `format` cannot name.  Two are
 * declared here.  rows_wide: the cells are a question, its right answer and any
 * number of wrong ones; each answer becomes a row.  Its roles are `question`,
 * `answer`, `label` (1 or 0) and `id`, a number per line.  rows_tree_sentences
 * and rows_tree_phrases: trees, one per line (language/trees.h).  Each sentence
 * is a row, or each phrase that did not occur earlier in the file.  The roles
 * are `text` and `label`.
 *
 * Each format has a file: common/rows_internal.h says how to add one.
 *
 * Threads: one struct rows belongs to one thread at a time.
 * Errors:  each names file and line, what was found and expected.
 */
#ifndef TASKS_COMMON_ROWS_H
#define TASKS_COMMON_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/core/error.h"
#include "base/numbers/digest.h"
#include "config/field/field.h"
#include "text/formats/json.h"

struct row_format;
/* The formats that `format` can name, the default first, and their names;
 * NULL-terminated. */
extern const struct row_format *const row_formats[];
extern const char *const row_format_names[];
extern const struct row_format rows_tsv, rows_csv, rows_wide,
    rows_tree_sentences, rows_tree_phrases;

/* True if the format has cells, so that there may be a header; and if its rows
 * may be parts of each other, so that none can be held out, which is false for
 * NULL. */
bool row_format_has_cells(const struct row_format *f);
bool row_format_has_parts(const struct row_format *f);

#define MAX_ROLES 4

/* What a task reads from a row. */
struct role {
    const char *name;
    const char *member; /* its JSON member, unless `columns` names another */
    const char *also;   /* another name of that member; NULL if none */
    bool optional;
};

struct rows_layout {
    const struct row_format *format; /* NULL: the default */
    const struct row_format *cells;  /* the file's, if `format` is a task's
                                        own; rows_wide cuts its rows by it */
    bool header;                     /* with cells: the first row names
                                        columns */
    const struct texts *columns;     /* if empty: the roles that are not
                                        optional */
    const struct role *role;         /* MAX_ROLES, or ends with name NULL */
    const char *hint; /* last words of an error about the number of columns,
                         which say where that number is set; NULL if none */
    const char *says_header; /* how the caller's user says that there is a
                                header; NULL: as in an experiment */
};

/* The text of one role in a row; text is NULL if the file lacks it. */
struct cell {
    const char *text; /* NUL-terminated, borrowed until the next row */
    size_t len;
};

struct rows;

struct rows *rows_open(const char *path, const struct rows_layout *layout,
                       struct error *e);
void rows_close(struct rows *t); /* NULL is fine */

/* Read the next row's cells, one per role.  Return 1, 0 at the end, or -1. */
int rows_next(struct rows *t, struct cell cell[MAX_ROLES], struct error *e);

/* True if there is a column for the role. */
bool rows_has(const struct rows *t, int role);

/* The number of rows left out so far because they are repeats. */
long rows_repeats(const struct rows *t);

struct digest rows_digest(const struct rows *t); /* at the end */
int rows_error(const struct rows *t, struct error *e, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

/* What an error about the current row may add if that row can be a header that
 * was not declared, or "". */
const char *rows_header_hint(const struct rows *t);

/* The place of the current row, and an error about a row that was at such a
 * place. */
struct rows_place {
    long line;
    struct json_place json;
};
struct rows_place rows_place(const struct rows *t);
int rows_error_at(const struct rows *t, struct rows_place at, struct error *e,
                  const char *text);

#endif
