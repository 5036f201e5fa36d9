/*
 * layout_cnn.c - CNN and Daily Mail (Hermann et al. 2015): a question is a file
 * NAME.question, whose lines are separated by empty ones.
 *
 *     line 1  the URL           line 7  the answer, @entityN
 *     line 3  the passage       line 9  and on, without empty ones: candidates,
 *     line 5  the query                 `@entityN:its name`
 *
 * The query's blank is @placeholder; some files write "@ placeholder", which is
 * the same.  A question's id is NAME.
 */
#include "tasks/cloze/layouts_internal.h"

#include <string.h>

static const char ending[] = ".question";
static const char blank[] = "@placeholder", apart[] = "@ placeholder";

/* The meaning of lines 1, 3, 5 and 7. */
enum { URL, PASSAGE, QUERY, ANSWER, PARTS };
static const char *const part_names[PARTS] = {"the URL", "the passage",
                                              "the query", "the answer"};

/* Join "@ placeholder" in a line, in place. */
static size_t join_blank(char *line, size_t len)
{
    char *at = strstr(line, blank) ? NULL : strstr(line, apart);

    if (!at)
        return len;
    memmove(at + 1, at + 2, len - (size_t)(at - line) - 1);
    return len - 1;
}

/* Read a line with a text, and the empty line after it, which may be missing at
 * the file's end. */
static int read_part(struct layout *l, int part, char **line, size_t *len,
                     struct error *e)
{
    const int more = layout_line(l, line, len, e);

    if (!more && !part && !l->line)
        return 0;
    if (!more)
        return layout_error(l, e,
                            "found the end of the file, expected line %d, "
                            "%s",
                            2 * part + 1, part_names[part]);
    if (more > 0 && !layout_trim(*line, 0, *len).len)
        return layout_error(l, e, "found an empty line, expected %s",
                            part_names[part]);
    return more;
}

static int read_empty(struct layout *l, struct error *e)
{
    char *line;
    size_t len;
    const int more = layout_line(l, &line, &len, e);

    if (more > 0 && len)
        return layout_error(l, e, "found '%.40s', expected an empty line",
                            line);
    return more < 0 ? -1 : 0;
}

/* Read the candidates, up to the end of the file. */
static int read_candidates(struct layout *l, struct error *e)
{
    char *line;
    size_t len;
    int more;

    while ((more = layout_line(l, &line, &len, e)) > 0) {
        if (len && layout_add_candidate(l, line, strcspn(line, ":"), e))
            return -1;
    }
    if (!more && !l->n)
        return layout_error(l, e,
                            "found the end of the file, expected line 9, a "
                            "candidate");
    return more;
}

static struct layout_text add_id(struct layout *l)
{
    const char *name = file_set_name(l->files), *end = name + strlen(name);

    for (const char *p = name; (p = strstr(p, ending)); p++)
        end = p; /* a compressed file has another ending after this one */
    return layout_add(l, name, (size_t)(end - name));
}

static int next(struct layout *l, struct cloze_question *q, struct error *e)
{
    struct layout_text part[PARTS];
    struct layout_query query;
    char *line;
    size_t len;

    if (l->questions)
        return 0;
    for (int p = 0; p < PARTS; p++) {
        const int more = read_part(l, p, &line, &len, e);

        if (more <= 0)
            return more;
        if (p == QUERY) {
            q->line = l->line;
            len = join_blank(line, len);
            if (layout_cut(l, line, len, blank, &query, e))
                return -1;
        } else {
            part[p] = layout_add_trimmed(l, line, len);
        }
        if (read_empty(l, e))
            return -1;
    }
    const struct layout_text id = add_id(l);

    if (read_candidates(l, e))
        return -1;
    q->id = layout_cell(l, id).text;
    q->document = layout_cell(l, part[PASSAGE]);
    q->before = layout_cell(l, query.before);
    q->after = layout_cell(l, query.after);
    q->answer = layout_cell(l, part[ANSWER]);
    layout_candidates(l, q);
    return 1;
}

const struct layout_kind layout_cnn = {
    .name = "cnn",
    .ending = ending,
    .next = next,
};
