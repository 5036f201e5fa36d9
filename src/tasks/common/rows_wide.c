/*
 * rows_wide.c - a line has a question, its right answer and wrong ones; each
 * answer becomes a row (the Ubuntu corpus 2.0).
 */
#include "tasks/common/rows_internal.h"

#include <stdio.h>

/* A question and its answers; those from `next` on are not returned yet. */
struct wide {
    char *cell[MAX_CELLS];
    int n, next;
    long row;
    char label[2], id[24];
};

/* Read the next line when all answers of this one have been returned. */
static int next_question(struct rows *t, struct error *e)
{
    struct wide *w = t->own;

    if (w->next < w->n)
        return 1;
    const int more = t->layout.cells->cut(t, w->cell, &w->n, e);

    if (more <= 0)
        return more;
    if (!w->row++)
        t->columns = w->n;
    if (w->n < 2 || w->n > MAX_CELLS || w->n != t->columns)
        return rows_error(t, e,
                          "found %d column%s, expected a question and its "
                          "answers, as many as in the first row",
                          w->n, w->n == 1 ? "" : "s");
    snprintf(w->id, sizeof(w->id), "%ld", w->row);
    w->next = 1;
    return 1;
}

static int answer_row(struct rows *t, struct cell *cell, struct error *e)
{
    struct wide *w = t->own;
    const int more = next_question(t, e);

    if (more <= 0)
        return more;
    w->label[0] = w->next == 1 ? '1' : '0';
    rows_set(t, cell, "question", w->cell[0]);
    rows_set(t, cell, "answer", w->cell[w->next++]);
    rows_set(t, cell, "label", w->label);
    rows_set(t, cell, "id", w->id);
    return 1;
}

const struct row_format rows_wide = {
    .name = "wide",
    .every_role = true,
    .size = sizeof(struct wide),
    .open = rows_open_lines,
    .next = answer_row,
};
