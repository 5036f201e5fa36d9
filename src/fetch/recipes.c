#include "config.h"

#include "fetch/recipes.h"

#include "fetch/text_lines.h"
#include "text/language/trees.h"

int recipe_copy(const struct recipe_input *in, struct sink *out,
                struct error *e)
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

int recipe_lines(const struct recipe_input *in, struct sink *out,
                 struct error *e)
{
    struct text_lines l;
    char *line;
    size_t len;
    int more = text_lines_open(&l, in->path, in->member, in->most, e);

    while (!more && (!in->number || l.number < in->number) &&
           (more = text_lines_next(&l, &line, &len, e)) > 0) {
        line[len] = '\n'; /* replaces the NUL */
        more = sink_put(out, line, len + 1, e);
    }
    text_lines_release(&l);
    return more < 0 ? -1 : 0;
}

/* --- sentiment trees ----------------------------------------------------- */

/* The label of the root as one of 5 classes or of 2; -1 if it has none of
 * these. */
static int tree_label(char label, long classes)
{
    const int fine = label - '0';

    return classes == 5 ? fine : fine == 2 ? -1 : fine > 2;
}

static int add_tree(struct tree *t, const char *line, size_t len, long classes,
                    struct sink *out, struct error *e)
{
    struct str row = {0};
    int bad = text_refuse_nul(line, len, e) || tree_read(t, line, len, e);
    const int label = bad ? -1 : tree_label(t->phrase[0].label, classes);

    if (label >= 0) {
        str_addf(&row, "%d\t%s\n", label, str_text(&t->words));
        bad = sink_put(out, row.s, row.len, e);
    }
    str_release(&row);
    return bad ? -1 : 0;
}

int recipe_trees(const struct recipe_input *in, struct sink *out,
                 struct error *e)
{
    struct text_lines l;
    struct tree tree = {0};
    char *line;
    size_t len;
    int more = text_lines_open(&l, in->path, in->member, in->most, e),
        bad = more;

    while (!bad && (more = text_lines_next(&l, &line, &len, e)) > 0) {
        bad = add_tree(&tree, line, len, in->number, out, e);
        if (bad)
            error_in(e, "line %ld", l.number);
    }
    tree_release(&tree);
    text_lines_release(&l);
    return bad || more < 0 ? -1 : 0;
}
