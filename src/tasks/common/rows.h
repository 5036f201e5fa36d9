/*
 * rows.h - rows of a text file: columns between tabs or commas, JSON objects,
 * trees.
 *
 *   tsv      a row a line; tabs alone separate columns, quotes mean nothing
 *   csv      with commas and quotes (formats/csv_record.h)
 *   jsonl    an object a line
 *   json     an array of objects, which is the file's one value
 *
 * What stands where is said by `columns`, in one of two ways:
 *
 *   [question, answer, label]     by place: a name is a role the task knows,
 *                                 `_` a column nobody reads; every row has
 *                                 exactly so many columns
 *   [premise=sentence1, ...]      by name: role=NAME of the header's column,
 *                                 or of the JSON member
 *                                 (in JSON lines a bare role is the member
 *                                 of that name)
 *
 * Empty lines are errors like any row with too few columns.
 *
 * A task may have rows of a format of its own, which `format` does not name.
 * Two stand here.  rows_wide: the cells are a question, its right answer and
 * any number of wrong ones, which are a row each: its roles are `question`,
 * `answer`, `label` (1 or 0) and `id`, a number a line.  rows_tree_sentences
 * and rows_tree_phrases: trees, one a line (language/trees.h): each sentence is
 * a row, or else each phrase, but for those that came before in the file; its
 * roles are `text` and `label`.
 *
 * A format is a file: common/rows_internal.h says how to add one.
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
/* Those that `format` names, the usual one first, and their names; NULL behind
 * the last. */
extern const struct row_format *const row_formats[];
extern const char *const row_format_names[];
extern const struct row_format rows_tsv, rows_csv, rows_wide,
    rows_tree_sentences, rows_tree_phrases;

/* Has it cells, so that there may be a header?  May its rows be parts of each
 * other, so that none can be held out?  Of NULL they are not. */
bool row_format_has_cells(const struct row_format *f);
bool row_format_has_parts(const struct row_format *f);

#define MAX_ROLES 4

/* What a task reads from a row. */
struct role {
    const char *name;
    const char *member; /* the JSON member it has unless `columns` says */
    const char *also;   /* that member by another name; NULL: it has but one */
    bool optional;
};

struct rows_layout {
    const struct row_format *format; /* NULL: the usual one */
    const struct row_format *cells;  /* of the file, where `format` is a task's
                                        own; rows_wide cuts its rows by it */
    bool header;                     /* of cells: the first row names columns */
    const struct texts *columns;     /* none: the roles that are not optional */
    const struct role *role; /* MAX_ROLES, or name NULL behind the last */
    const char *hint; /* what an error of too many or too few columns ends
                         with: who says how many there are; NULL: nothing */
    const char *says_header; /* how who asks says that there is a header; NULL:
                                as an experiment does */
};

/* The text of one role in a row; text is NULL when the file has it not. */
struct cell {
    const char *text; /* NUL-terminated, borrowed until the next row */
    size_t len;
};

struct rows;

struct rows *rows_open(const char *path, const struct rows_layout *layout,
                       struct error *e);
void rows_close(struct rows *t); /* NULL is fine */

/* The next row's cells, one a role.  Returns 1, 0 at the end, or -1. */
int rows_next(struct rows *t, struct cell cell[MAX_ROLES], struct error *e);

/* Is there a column for the role? */
bool rows_has(const struct rows *t, int role);

/* What was left out so far, as it came before. */
long rows_repeats(const struct rows *t);

struct digest rows_digest(const struct rows *t); /* at the end */
int rows_error(const struct rows *t, struct error *e, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

/* What an error of the row of the moment may add where that can be a header
 * which nobody told of, or "". */
const char *rows_header_hint(const struct rows *t);

/* Where the row of the moment stands, and an error of one that was there. */
struct rows_place {
    long line;
    struct json_place json;
};
struct rows_place rows_place(const struct rows *t);
int rows_error_at(const struct rows *t, struct rows_place at, struct error *e,
                  const char *text);

#endif
