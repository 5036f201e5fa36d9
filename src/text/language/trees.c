#include "text/language/trees.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

enum { NOTHING, WORD, NODES };

/* A line that is parsed into a tree. */
struct tree_parser {
    struct tree *t;
    const char *line;
    size_t at, len;
    int open; /* the innermost open node; -1: none */
    struct error *e;
};

static int unexpected(const struct tree_parser *r, const char *expected)
{
    const char *rest = r->line + r->at;
    const size_t word = strcspn(rest, " ()");

    if (r->at == r->len)
        error_set(r->e, "found the line's end, expected %s", expected);
    else
        error_set(r->e, "found '%.*s', expected %s",
                  word > 40 ? 40
                  : word    ? (int)word
                            : 1,
                  rest, expected);
    return error_in(r->e, "column %zu", r->at + 1);
}

/* Error: what was expected instead of the next character. */
static int out_of_place(const struct tree_parser *r)
{
    if (!r->t->n)
        return unexpected(r, "a tree, which begins with '('");
    if (r->open < 0)
        return unexpected(r, "the line's end after the tree");
    switch (r->t->phrase[r->open].holds) {
    case NOTHING:
        return unexpected(r, "a word or a node");
    case WORD:
        return unexpected(r, "')' after a node's word");
    default:
        return unexpected(r, "another node or ')'");
    }
}

static int take_label(struct tree_parser *r, char *label)
{
    const char *at = r->line + r->at;

    if (strcspn(at, " ()") != 1 || *at < '0' || *at > '4')
        return unexpected(r, "a label from 0 to 4");
    *label = *at;
    r->at++;
    return 0;
}

/* True if the innermost node may hold that; then this is recorded. */
static bool takes(struct tree_parser *r, char what)
{
    struct phrase *in = r->open < 0 ? NULL : &r->t->phrase[r->open];

    if (!in)
        return what == NODES && !r->t->n;
    if (in->holds == WORD || (in->holds == NODES && what == WORD))
        return false;
    in->holds = what;
    return true;
}

static int open_node(struct tree_parser *r)
{
    struct tree *t = r->t;
    struct phrase p = {.parent = r->open,
                       .at = t->words.len + (t->words.len > 0)};

    if (!takes(r, NODES))
        return out_of_place(r);
    r->at++;
    if (take_label(r, &p.label))
        return -1;
    GROW(t->phrase, t->n, t->room);
    r->open = t->n;
    t->phrase[t->n++] = p;
    return 0;
}

static int close_node(struct tree_parser *r)
{
    struct phrase *p = r->open < 0 ? NULL : &r->t->phrase[r->open];

    if (!p || p->holds == NOTHING)
        return out_of_place(r);
    r->at++;
    p->len = r->t->words.len - p->at;
    r->open = p->parent;
    return 0;
}

static int take_word(struct tree_parser *r)
{
    const size_t n = strcspn(r->line + r->at, " ()");

    if (!takes(r, WORD))
        return out_of_place(r);
    if (r->t->words.len)
        str_adds(&r->t->words, " ");
    str_add(&r->t->words, r->line + r->at, n);
    r->at += n;
    return 0;
}

static int take_next(struct tree_parser *r)
{
    switch (r->line[r->at]) {
    case ' ':
        r->at++;
        return 0;
    case '(':
        return open_node(r);
    case ')':
        return close_node(r);
    default:
        return take_word(r);
    }
}

int tree_read(struct tree *t, const char *line, size_t len, struct error *e)
{
    struct tree_parser r = {
        .t = t, .line = line, .len = len, .open = -1, .e = e};

    t->n = 0;
    str_clear(&t->words);
    while (r.at < len)
        if (take_next(&r))
            return -1;
    return t->n && r.open < 0 ? 0 : out_of_place(&r);
}

void tree_release(struct tree *t)
{
    str_release(&t->words);
    free(t->phrase);
    *t = (struct tree){0};
}

/* --- the phrases of a file ------------------------------------------------ */

void phrases_init(struct phrases *p)
{
    *p = (struct phrases){0};
    vocabulary_init(&p->seen, NULL, 0);
}

void phrases_release(struct phrases *p)
{
    tree_release(&p->tree);
    vocabulary_release(&p->seen);
    str_release(&p->text);
}

/* Read the next line's tree, unless this one has more phrases; returns 1, 0 at
 * the end, or -1. */
static int next_tree(struct phrases *p, struct lines *l, bool all,
                     struct error *e)
{
    struct error inner = {0};
    char *line;
    size_t len;
    int more;

    if (all && p->next < p->tree.n)
        return 1;
    more = lines_next(l, &line, &len, e);
    if (more > 0 && tree_read(&p->tree, line, len, &inner))
        return lines_error(l, e, "%s", inner.text);
    p->next = 0;
    return more;
}

/* True if the text came before; records it.  Texts are compared as they are in
 * the file, before `lower` and normal forms: "The" and "the" differ. */
static bool came_before(struct phrases *p)
{
    const int before = p->seen.n;

    return vocabulary_add(&p->seen, p->text.s, p->text.len) < before;
}

int phrases_next(struct phrases *p, struct lines *l, bool all, struct error *e)
{
    int more;

    while ((more = next_tree(p, l, all, e)) > 0) {
        const struct phrase *is = &p->tree.phrase[p->next++];

        str_clear(&p->text);
        str_add(&p->text, p->tree.words.s + is->at, is->len);
        p->label[0] = is->label;
        if (!all || !came_before(p))
            return 1;
        p->repeats++;
    }
    return more;
}
