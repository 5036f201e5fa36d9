/*
 * layouts_internal.h - what the files of layouts.h share, and how one is added.
 *
 * To add a layout:
 *   1. copy cloze/layout_cbt.c to cloze/layout_NAME.c and rename in it;
 *   2. read a question by layout_line(); add each of its texts to those of the
 *      layout by layout_add(), since lines are only borrowed; in the end give
 *      them to the question by layout_cell() and layout_candidates();
 *   3. add `src/tasks/cloze/layout_NAME.c` to cloze_layouts in src/local.mk, a
 *      line at the top of cloze/layouts.h, and one to docs/reference/tasks.md.
 * That is all: it is a `layout` of experiments, offered by completions, and
 * read at random by tests/fuzz.
 */
#ifndef TASKS_CLOZE_LAYOUTS_INTERNAL_H
#define TASKS_CLOZE_LAYOUTS_INTERNAL_H

#include "base/core/str.h"
#include "tasks/cloze/layouts.h"
#include "text/files/file_set.h"
#include "text/files/lines.h"

struct layout {
    const struct layout_kind *kind;
    struct file_set *files; /* owned */
    struct lines *lines;    /* owned: of the current file */
    bool in_file;           /* a file is being read */
    bool numbers;           /* keep the numbers of sentences */
    long line;              /* line that errors name; 0: only the file */
    long questions;         /* in the current file */
    struct str text;        /* owned: texts, each ends with NUL */
    struct layout_text *at; /* owned: [n] candidates */
    struct cell *cell;      /* owned: the candidates as a question shows them */
    int n, room;
    void *own; /* owned: the kind's data, zeroed when a file begins */
};

struct layout_kind {
    const char *name;
    const char *ending; /* of its files' names, if there are several; NULL:
                           any */
    size_t size;        /* of layout.own */
    void (*release)(struct layout *l); /* free what is in own; NULL if
                                          nothing */
    /*
     * Read the next question of the current file.  Return 1, 0 at its end, or
     * -1.  q is empty, and so are the texts and candidates, unless the kind
     * keeps them for more than a question.
     */
    int (*next)(struct layout *l, struct cloze_question *q, struct error *e);
    bool keeps_texts;
    bool numbered; /* its sentences have numbers, which may be kept */
};

/* Limit of a question's length, so that a bad file does not use up all
 * memory. */
#define LAYOUT_LONGEST ((size_t)1 << 26)
int layout_too_long(const struct layout *l, struct error *e);

/* Read the next line, which layout_error() then names.  Return 1, 0 at the end
 * of the file, or -1. */
int layout_line(struct layout *l, char **line, size_t *len, struct error *e);

/* Add a text. */
struct layout_text layout_add(struct layout *l, const char *text, size_t len);

/* Add it without the blanks around it. */
struct layout_text layout_add_trimmed(struct layout *l, const char *text,
                                      size_t len);

/* Add a candidate, without the blanks around it. */
int layout_add_candidate(struct layout *l, const char *text, size_t len,
                         struct error *e);

/* Cut a query at its only blank, which is a word such as "XXXXX". */
struct layout_query {
    struct layout_text before, after;
};
int layout_cut(struct layout *l, const char *query, size_t len,
               const char *blank, struct layout_query *out, struct error *e);

/* The texts and candidates that were added.  Call when all have been added,
 * since adding moves them. */
struct cell layout_cell(const struct layout *l, struct layout_text text);
void layout_candidates(struct layout *l, struct cloze_question *q);

#endif
