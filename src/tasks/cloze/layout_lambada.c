/*
 * layout_lambada.c - LAMBADA (Paperno et al. 2016): a passage per line, of
 * words separated by blanks.
 *
 * The last word is the answer.  The query is the last sentence, with the blank
 * at its end; the document is the text before it.  A sentence ends with a word
 * that consists only of full stops, question or exclamation marks; quotes and
 * brackets after it belong to it.  If no sentence ends before the answer the
 * document is empty.
 */
#include "tasks/cloze/layouts_internal.h"

#include <ctype.h>
#include <string.h>

static bool is_of(const char *word, size_t n, const char *set)
{
    for (size_t i = 0; i < n; i++)
        if (!strchr(set, word[i]))
            return false;
    return n > 0;
}

static bool closes(const char *word, size_t n)
{
    static const char *const quotes[] = {"\xe2\x80\x9d", "\xe2\x80\x99",
                                         "\xc2\xbb", NULL};

    return str_among(quotes, word, n) || is_of(word, n, "'\")]");
}

/* The place where the last sentence of n bytes begins. */
static size_t last_sentence(const char *text, size_t n)
{
    size_t begin = 0;
    bool ended = false;

    for (size_t at = 0; at < n;) {
        const size_t blank = strspn(text + at, " "),
                     word = strcspn(text + at + blank, " ");
        const char *w = text + at + blank;

        if (at + blank >= n)
            break;
        ended = is_of(w, word, ".?!") || (ended && closes(w, word));
        at += blank + word;
        if (ended)
            begin = at;
    }
    return begin;
}

static bool has_letter(const char *word)
{
    for (; *word; word++)
        if (isalnum((unsigned char)*word) || (unsigned char)*word >= 0x80)
            return true;
    return false;
}

static int next(struct layout *l, struct cloze_question *q, struct error *e)
{
    char *line;
    size_t len;
    const int more = layout_line(l, &line, &len, e);

    if (more <= 0)
        return more;
    while (len && line[len - 1] == ' ')
        line[--len] = 0;
    const char *blank = strrchr(line, ' ');

    if (!blank)
        return layout_error(l, e,
                            "found '%.40s', expected a passage of two words "
                            "at least",
                            line);
    if (!has_letter(blank + 1))
        return layout_error(
            l, e, "found '%.40s' last, expected the answer, a word", blank + 1);
    const size_t before = (size_t)(blank - line),
                 begin = last_sentence(line, before);
    const struct layout_text document = layout_add_trimmed(l, line, begin),
                             query = layout_add_trimmed(l, line + begin,
                                                        before - begin),
                             answer =
                                 layout_add(l, blank + 1, strlen(blank + 1)),
                             none = layout_add(l, "", 0);

    q->document = layout_cell(l, document);
    q->before = layout_cell(l, query);
    q->after = layout_cell(l, none);
    q->answer = layout_cell(l, answer);
    q->line = l->line;
    return 1;
}

const struct layout_kind layout_lambada = {.name = "lambada", .next = next};
