/*
 * layout_babi.c - bAbI (Weston et al. 2015): stories of numbered lines, which
 * are sentences or questions.
 *
 *     1 Mary moved to the bathroom.
 *     2 John went to the hallway.
 *     3 Where is Mary?<TAB>bathroom<TAB>1
 *
 * Number 1 begins a story.  A question's document is the sentences of its story
 * so far, without earlier questions; its blank follows the question.
 */
#include "tasks/cloze/layouts_internal.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct babi {
    size_t story; /* length of the story, with which the texts begin */
    long number;  /* number of the previous line */
};

/* The text after a line's number, which must be the next one of the story, or
 * 1. */
static char *behind_number(const struct layout *l, char *line, long *number,
                           struct error *e)
{
    const struct babi *b = l->own;
    char *end = line;

    *number = isdigit((unsigned char)*line) ? strtol(line, &end, 10) : 0;
    if (end != line && *end == ' ' &&
        (*number == 1 || (b->number && *number == b->number + 1)))
        return end + 1;
    if (b->number)
        layout_error(l, e,
                     "found '%.40s', expected a line of number %ld, or 1, and "
                     "a blank",
                     line, b->number + 1);
    else
        layout_error(l, e,
                     "found '%.40s', expected a line of number 1 and a blank",
                     line);
    return NULL;
}

/* Add a sentence to the story; later texts belonged to the previous
 * question. */
static void add_sentence(struct layout *l, const char *line, const char *text)
{
    struct babi *b = l->own;

    if (b->story)
        str_add(&l->text, " ", 1);
    str_adds(&l->text, l->numbers ? line : text);
    b->story = l->text.len;
}

static int make_question(struct layout *l, struct cloze_question *q, char *text,
                         char *tab, struct error *e)
{
    const struct layout_text document = {0, l->text.len};
    char *answer = tab + 1, *end = answer + strcspn(answer, "\t");

    if (*end && end[strspn(end, "\t 0123456789")])
        return layout_error(l, e,
                            "found '%.40s' behind the answer, expected a tab "
                            "and the numbers of facts, or nothing",
                            end + 1);
    *end = *tab = 0;
    if (!document.len)
        return layout_error(l, e,
                            "found a question without a sentence before "
                            "it, expected a story");
    if (!layout_trim(answer, 0, strlen(answer)).len)
        return layout_error(l, e,
                            "found no answer behind the tab, expected "
                            "one");
    while (tab > text && tab[-1] == ' ')
        *--tab = 0;
    if (tab == text)
        return layout_error(l, e,
                            "found no question before the tab, expected "
                            "one");
    str_add(&l->text, "", 1);
    const struct layout_text query = layout_add(l, text, strlen(text)),
                             right =
                                 layout_add_trimmed(l, answer, strlen(answer)),
                             none = layout_add(l, "", 0);

    q->document = layout_cell(l, document);
    q->before = layout_cell(l, query);
    q->after = layout_cell(l, none);
    q->answer = layout_cell(l, right);
    q->line = l->line;
    return 1;
}

static int next(struct layout *l, struct cloze_question *q, struct error *e)
{
    struct babi *b = l->own;
    char *line;
    size_t len;
    int more;

    l->text.len = b->story;
    while ((more = layout_line(l, &line, &len, e)) > 0) {
        long number;
        char *text = behind_number(l, line, &number, e);

        if (!text)
            return -1;
        if (number == 1) {
            str_clear(&l->text);
            b->story = 0;
        }
        b->number = number;
        char *tab = strchr(text, '\t');

        if (tab)
            return make_question(l, q, text, tab, e);
        add_sentence(l, line, text);
    }
    return more;
}

const struct layout_kind layout_babi = {
    .name = "babi",
    .size = sizeof(struct babi),
    .next = next,
    .keeps_texts = true,
    .numbered = true,
};
