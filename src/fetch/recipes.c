#include "config.h"

#include "fetch/recipes.h"

#include <stdlib.h>
#include <string.h>

#include "fetch/text_lines.h"

int recipe_copy(const struct ingredients *in, struct sink *out, struct error *e)
{
    struct members *m = members_find(in->path, in->member, in->most, e);
    char buffer[1 << 16];
    long n = -1;

    while (m && (n = members_read(m, buffer, sizeof(buffer), e)) > 0)
        if (sink_put(out, buffer, (size_t)n, e)) {
            n = -1;
            break;
        }
    members_close(m);
    return n < 0 ? -1 : 0;
}

int recipe_lines(const struct ingredients *in, struct sink *out,
                 struct error *e)
{
    struct text_lines l;
    char *line;
    size_t len;
    int more = text_lines_open(&l, in, e);

    while (!more && (!in->number || l.number < in->number) &&
           (more = text_lines_next(&l, &line, &len, e)) > 0) {
        line[len] = '\n'; /* in place of the NUL */
        more = sink_put(out, line, len + 1, e);
    }
    text_lines_release(&l);
    return more < 0 ? -1 : 0;
}

/* --- sentiment trees ----------------------------------------------------- */

/* The words of a tree, "(3 (2 It) (4 ...))": what ends with a ')'. */
static int tree_words(const char *tree, struct str *out, struct error *e)
{
    const char *from = NULL;
    int depth = 0;

    for (const char *p = tree; *p; p++) {
        depth += (*p == '(') - (*p == ')');
        if (*p == ')' && from)
            str_addf(out, "%s%.*s", out->len ? " " : "", (int)(p - from), from);
        if (*p == '(' || *p == ')')
            from = NULL;
        else if (p > tree && *p != ' ' && p[-1] == ' ')
            from = p;
    }
    if (depth || *tree != '(' || tree[1] < '0' || tree[1] > '4' || !out->len)
        return error_set(e, "found no tree, expected \"(LABEL ...)\"");
    return 0;
}

/* The label of the root as one of 5 classes or of 2; -1: it has none. */
static int tree_label(char label, long classes)
{
    const int fine = label - '0';

    return classes == 5 ? fine : fine == 2 ? -1 : fine > 2;
}

static int add_tree(const char *tree, long classes, struct sink *out,
                    struct error *e)
{
    struct str words = {0}, line = {0};
    int bad = tree_words(tree, &words, e);
    const int label = bad ? -1 : tree_label(tree[1], classes);

    if (label >= 0) {
        str_addf(&line, "%d\t%s\n", label, words.s);
        bad = sink_put(out, line.s, line.len, e);
    }
    str_release(&line);
    str_release(&words);
    return bad;
}

int recipe_trees(const struct ingredients *in, struct sink *out,
                 struct error *e)
{
    struct text_lines l;
    char *line;
    size_t len;
    int more = text_lines_open(&l, in, e), bad = more;

    while (!bad && (more = text_lines_next(&l, &line, &len, e)) > 0) {
        bad = add_tree(line, in->number, out, e);
        if (bad)
            error_in(e, "line %ld", l.number);
    }
    text_lines_release(&l);
    return bad || more < 0 ? -1 : 0;
}
