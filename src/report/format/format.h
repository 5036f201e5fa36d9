/*
 * format.h - the formats in which a table is written, and the recipe for adding
 * one.
 *
 * A table is a grid of texts with a title above it and lines below it.  Formats
 * for people round numbers and put a deviation after its mean, in the same
 * cell.  Formats for programs (`data`) get every number with all its digits, in
 * a column of its own with a unique name.  The code that makes the grid asks
 * the format which it is.  Texts for people are made safe to print on one line,
 * whatever characters a value contains.
 *
 * To add one:
 *   1. copy format/kinds/markdown.c to format/kinds/NAME.c and rename in it:
 *      summary, whether it is for programs, has no lines, is no text, writes
 *      any text, and write();
 *   2. add `src/report/format/kinds/NAME.c` to format_kinds in src/local.mk,
 *      in whose order they are listed.
 * Every command with --format has it then, and
 * tests/unit/report/format/test_formats.c writes a table in it.
 *
 * Threads: pure functions.
 */
#ifndef REPORT_FORMAT_FORMAT_H
#define REPORT_FORMAT_FORMAT_H

#include "base/core/error.h"
#include "config/field/field.h"
#include "report/format/grid.h"

/* A table with its title and notes; all borrowed. */
struct sheet {
    const char *title; /* NULL if there is none */
    const struct grid *grid;
    const char *all;   /* the command that prints all rows; NULL if all are
                          shown */
    const char *notes; /* lines, each with its line end; NULL if there are
                          none */
    int line;          /* text: characters in a line; 0 means 100 */
    bool spreadsheet;  /* csv: texts that a spreadsheet would read as a
                          formula are marked as text */
};

struct format_kind {
    struct kind is;
    bool data;  /* for programs */
    bool alone; /* writes no title and no notes */
    bool file;  /* writes bytes, which are not for a terminal */
    bool whole; /* can write any text as it is; other kinds get texts made
                   safe to show (core/show.h) */
    /* Append the table.  Error: -1 if it cannot be written in this format,
     * which never happens in text. */
    int (*write)(const struct sheet *s, struct str *out, struct error *e);
};

extern const struct kinds format_kinds;

/* Return the kind of this name, or NULL. */
const struct format_kind *format_find(const char *name);

/* Call write(), for people with texts made safe to show. */
int format_write(const struct format_kind *k, const struct sheet *s,
                 struct str *out, struct error *e);

/* The default format. */
extern const struct format_kind format_text;

/* The format used within an HTML page. */
extern const struct format_kind format_html;

#endif
