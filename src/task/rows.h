/*
 * rows.h - rows of a text file: columns between tabs or commas, JSON objects,
 * trees.
 *
 *   tsv      a row a line; tabs alone separate columns, quotes mean nothing
 *   csv      with commas and quotes (text/csv_record.h)
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
 * Or columns are a question, its right answer and any number of wrong ones,
 * which are a row each: its roles are `question`, `answer`, `label` (1 or 0)
 * and `id`, a number a line.
 *
 * Or the file has none of this but trees, one a line (text/trees.h): each
 * sentence is a row, or else each phrase, but for those that came before in the
 * file.  Its roles are `text` and `label`.
 *
 * Threads: one struct rows belongs to one thread at a time.
 * Errors:  each names file and line, what was found and expected.
 */
#ifndef TASK_ROWS_H
#define TASK_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/digest.h"
#include "base/error.h"
#include "config/field.h"
#include "text/json.h"

enum file_format { FORMAT_TSV, FORMAT_JSONL, FORMAT_CSV, FORMAT_JSON };
extern const char *const file_format_names[]; /* NULL behind the last */

enum tree_texts { TREES_NONE, TREES_SENTENCES, TREES_PHRASES };
extern const char *const tree_texts_names[]; /* likewise */

#define MAX_ROLES 4

/* What a task reads from a row. */
struct role {
    const char *name;
    const char *member; /* the JSON member it has unless `columns` says */
    bool optional;
};

struct rows_layout {
    enum file_format format;
    bool header;                 /* tsv, csv: the first row names columns */
    const struct texts *columns; /* none: the roles that are not optional */
    bool wide;                   /* tsv, csv: a question and its answers */
    enum tree_texts trees;       /* in place of all of that */
    const struct role *role;     /* MAX_ROLES, or name NULL behind the last */
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

/* Phrases so far that were no rows, as they came before. */
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
