/*
 * layout_cbt.c - the Children's Book Test (Hill et al. 2016): a question is a
 * block of lines; empty lines separate blocks.
 *
 *     1 The first sentence .
 *     ...
 *     20 The last one .
 *     21 The query with XXXXX in it .<TAB>answer<TAB><TAB>one|two|...|ten
 *
 * Lines are numbered from 1; a block may have any number of them.  A file's
 * name contains the answer's word class, as in cbtest_NE_train.txt: NE, CN, V
 * or P.
 */
#include "tasks/cloze/layouts_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The columns of a block's last line. */
enum { QUERY, ANSWER, NOTHING, CANDIDATES, COLUMNS };

/* The text after a line's number, which must be n, and a blank; or NULL. */
static char *behind_number(const struct layout *l, char *line, long n,
                           struct error *e)
{
    char *end = line;
    const long found =
        isdigit((unsigned char)*line) ? strtol(line, &end, 10) : 0;

    if (end == line || *end != ' ')
        layout_error(l, e,
                     "found '%.40s', expected sentence %ld of a block: its "
                     "number and a blank",
                     line, n);
    else if (found != n)
        layout_error(l, e,
                     "found the number %ld, expected sentence %ld of the block",
                     found, n);
    else
        return end + 1;
    return NULL;
}

/* Add a sentence; a blank precedes all but the first. */
static void add_sentence(struct layout *l, const char *sentence)
{
    if (l->text.len)
        str_add(&l->text, " ", 1);
    str_adds(&l->text, sentence);
}

/* Read the lines of a block up to its last, which has tabs.  Return 1, 0 at the
 * end of the file, or -1. */
static int read_document(struct layout *l, char **last, struct error *e)
{
    long n = 0;
    char *line;
    size_t len;
    int more;

    while ((more = layout_line(l, &line, &len, e)) > 0) {
        if (!len && n)
            break;
        if (!len)
            continue; /* empty lines before a block */
        char *text = behind_number(l, line, ++n, e);

        if (!text)
            return -1;
        *last = l->numbers ? line : text;
        if (strchr(*last, '\t'))
            return 1;
        add_sentence(l, *last);
    }
    if (more < 0 || (!more && !n))
        return more;
    return layout_error(l, e,
                        "found the end of a block behind sentence %ld, "
                        "expected a query, tab and its answer",
                        n);
}

static int add_candidates(struct layout *l, const char *text, struct error *e)
{
    for (const char *end; text; text = *end ? end + 1 : NULL) {
        end = strchr(text, '|');
        if (!end)
            end = text + strlen(text);
        if (layout_add_candidate(l, text, (size_t)(end - text), e))
            return -1;
    }
    return 0;
}

/* Cut a line at its tabs. */
static int cut_columns(const struct layout *l, char *line,
                       char *column[COLUMNS], struct error *e)
{
    int n = 0;

    for (char *p = line; p; n++) {
        if (n < COLUMNS)
            column[n] = p;
        p = strchr(p, '\t');
        if (p)
            *p++ = 0;
    }
    if (n != COLUMNS)
        return layout_error(l, e,
                            "found %d column%s between tabs, expected query, "
                            "answer, nothing and candidates",
                            n, n == 1 ? "" : "s");
    if (*column[NOTHING])
        return layout_error(l, e,
                            "found '%.40s' between answer and candidates, "
                            "expected nothing between two tabs",
                            column[NOTHING]);
    if (!layout_trim(column[ANSWER], 0, strlen(column[ANSWER])).len)
        return layout_error(l, e, "found no answer, expected one");
    return 0;
}

/* The answer's word class, if a part of the file's name is one. */
static const char *word_class(const char *name)
{
    static const char *const classes[] = {"NE", "CN", "V", "P", NULL};

    for (const char *p = name; *p; p += strspn(p, "_-.")) {
        const size_t n = strcspn(p, "_-.");
        const char *class = str_among(classes, p, n);

        if (class)
            return class;
        p += n;
    }
    return "";
}

static int next(struct layout *l, struct cloze_question *q, struct error *e)
{
    char *last;
    char *column[COLUMNS];
    const int more = read_document(l, &last, e);
    struct layout_query query;

    if (more <= 0)
        return more;
    if (!layout_trim(l->text.s, 0, l->text.len).len)
        return layout_error(l, e,
                            "found a query without a sentence before "
                            "it, expected a document");
    const struct layout_text document = {0, l->text.len};

    str_add(&l->text, "", 1);
    if (cut_columns(l, last, column, e) ||
        layout_cut(l, column[QUERY], strlen(column[QUERY]), "XXXXX", &query, e))
        return -1;
    const struct layout_text answer =
        layout_add_trimmed(l, column[ANSWER], strlen(column[ANSWER]));

    if (add_candidates(l, column[CANDIDATES], e))
        return -1;
    q->document = layout_cell(l, document);
    q->before = layout_cell(l, query.before);
    q->after = layout_cell(l, query.after);
    q->answer = layout_cell(l, answer);
    q->word_class = word_class(file_set_name(l->files));
    q->line = l->line;
    layout_candidates(l, q);
    return 1;
}

const struct layout_kind layout_cbt = {
    .name = "cbt",
    .next = next,
    .numbered = true,
};
