/* rows_trees.c - trees, one per line: their sentences, or all phrases. */
#include "tasks/common/rows_internal.h"

#include "text/language/trees.h"

static int begin(struct rows *t, const char *path, struct error *e)
{
    phrases_init(t->own);
    return rows_open_lines(t, path, e);
}

static void release(struct rows *t)
{
    phrases_release(t->own);
}

static int next(struct rows *t, bool all, struct cell *cell, struct error *e)
{
    struct phrases *p = t->own;
    const int more = phrases_next(p, t->lines, all, e);

    t->repeats = p->repeats;
    rows_set(t, cell, "text", str_text(&p->text));
    rows_set(t, cell, "label", p->label);
    return more;
}

static int next_sentence(struct rows *t, struct cell *cell, struct error *e)
{
    return next(t, false, cell, e);
}

static int next_phrase(struct rows *t, struct cell *cell, struct error *e)
{
    return next(t, true, cell, e);
}

const struct row_format rows_tree_sentences = {
    .name = "sentences",
    .size = sizeof(struct phrases),
    .open = begin,
    .close = release,
    .next = next_sentence,
};

const struct row_format rows_tree_phrases = {
    .name = "phrases",
    .parts = true,
    .size = sizeof(struct phrases),
    .open = begin,
    .close = release,
    .next = next_phrase,
};
