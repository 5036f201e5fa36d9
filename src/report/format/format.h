/*
 * format.h - what a table is written as, and the recipe for adding a format.
 *
 * A table is a grid of texts with a title above it and lines below it.
 * Formats for people round numbers and put a deviation behind its mean; those
 * for programs (`data`) get every number whole, in a column of its own whose
 * name no other has.  Whoever makes the grid asks which it is.  What is for
 * people says on each line what stands there, whatever a value has in it.
 *
 * To add one:
 *   1. copy format/kinds/markdown.c to format/kinds/NAME.c and rename in it:
 *      summary, whether it is for programs, takes no lines, is no text, writes
 *      any text, and write();
 *   2. add `src/report/format/kinds/NAME.c` to format_kinds in src/local.mk, in
 *      whose order they are listed.
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

/* A table with what stands around it; all of it borrowed. */
struct sheet {
    const char *title; /* NULL: none */
    const struct grid *grid;
    const char *all;   /* the command that prints rows which are not shown;
                          NULL where all are */
    const char *notes; /* lines, each with its end; NULL: none */
    int line;          /* text: characters of one; 0: 100 */
    bool spreadsheet;  /* csv: what that would take for a formula is a text */
};

struct format_kind {
    struct kind is;
    bool data;  /* for programs */
    bool alone; /* leaves title and notes out */
    bool file;  /* bytes that a terminal has no use for */
    bool whole; /* has a way of its own to write any text; texts of others are
                   those that people are shown (core/show.h) */
    /* Append the table; -1: it cannot be written so, which no text ever says.
     */
    int (*write)(const struct sheet *s, struct str *out, struct error *e);
};

extern const struct kinds format_kinds;

/* NULL when there is none of this name. */
const struct format_kind *format_find(const char *name);

/* write(), of what is to be shown where the kind is for people. */
int format_write(const struct format_kind *k, const struct sheet *s,
                 struct str *out, struct error *e);

/* The one that is meant where none is named. */
extern const struct format_kind format_text;

/* The one that stands within a page. */
extern const struct format_kind format_html;

#endif
