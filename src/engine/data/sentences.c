#include "engine/data/sentences.h"

#include <string.h>

#include "base/core/str.h"

static const char *const ends[] = {".", "!", "?", "\u2026", NULL};
static const char *const closers[] = {"\"",     "'", "''", "\u201d", "\u2019",
                                      "\u00bb", ")", "]",  "}",      NULL};

/* Length of the list element that the text begins with, or 0. */
static size_t begins_with(const char *text, size_t len, const char *const *list)
{
    for (; *list; list++) {
        const size_t n = strlen(*list);

        if (n <= len && !memcmp(text, *list, n))
            return n;
    }
    return 0;
}

enum sentence_mark sentence_mark(const char *token, size_t len)
{
    size_t at = 0, n;

    if (str_among(closers, token, len))
        return MARK_CLOSES;
    while ((n = begins_with(token + at, len - at, ends)))
        at += n;
    return at && at == len ? MARK_ENDS : MARK_NONE;
}

int sentence_end(const char *mark, int i, int n)
{
    if (!mark)
        return n;
    while (i < n && mark[i] != MARK_ENDS)
        i++;
    while (i < n && mark[i] != MARK_NONE)
        i++;
    return i;
}
