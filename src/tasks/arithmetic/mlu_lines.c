#include "tasks/arithmetic/mlu_lines.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/utf8.h"

/* The vocabulary: a character's number is TOKEN_FIRST plus its place. */
static const char alphabet[] = "0123456789-+*=,xy";

int32_t mlu_number(char c)
{
    const char *at = c ? strchr(alphabet, c) : NULL;

    return at ? TOKEN_FIRST + (int32_t)(at - alphabet) : -1;
}

int mlu_add_line(struct examples *x, const char *line, int len, int colon,
                 bool end, int32_t *id)
{
    const struct example e = {
        .part = {{id, colon + end}, {id + colon + 1, len - colon}}};

    for (int i = 0; i < len; i++) {
        id[i] = mlu_number(line[i]);
        if (id[i] < 0 && i != colon)
            return i;
    }
    id[colon] = id[len] = TOKEN_END;
    examples_add(x, &e);
    return -1;
}

/* Before `at` all characters are single bytes, as all of the alphabet are. */
static int unknown_character(const char *line, size_t at, struct error *e)
{
    const int bytes = utf8_bytes(line + at, strlen(line + at));

    return error_set(e, "character %zu: found '%.*s', expected one of %s",
                     at + 1, bytes ? bytes : 1, line + at, alphabet);
}

int mlu_take_line(struct examples *x, const char *line, size_t colon, bool end,
                  struct error *e)
{
    const size_t len = strlen(line);
    int32_t *id = memory_new((len + 1) * sizeof(*id));
    const int bad = mlu_add_line(x, line, (int)len, (int)colon, end, id);

    free(id);
    return bad < 0 ? 0 : unknown_character(line, (size_t)bad, e);
}

void mlu_take_vocabulary(struct task *t)
{
    struct words *w = task_share_words(t);

    w->n = TOKEN_FIRST + (int)strlen(alphabet);
    w->text = memory_new((size_t)w->n * sizeof(*w->text));
    for (int i = 0; i < w->n; i++)
        w->text[i] = i < TOKEN_FIRST
                         ? memory_string(token_names[i])
                         : memory_format("%c", alphabet[i - TOKEN_FIRST]);
}

void mlu_read(struct values tokens, struct str *out)
{
    const int32_t *token = tokens.at;

    for (int i = 0; i < tokens.n; i++)
        if (token[i] >= TOKEN_FIRST)
            str_add(out, &alphabet[token[i] - TOKEN_FIRST], 1);
}
