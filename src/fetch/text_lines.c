#include "config.h"

#include "fetch/text_lines.h"

#include <string.h>

int text_lines_open(struct text_lines *l, const char *path, const char *member,
                    long long most, struct error *e)
{
    *l = (struct text_lines){0};
    l->members = members_find(path, member, most, e);
    return l->members ? 0 : -1;
}

void text_lines_release(struct text_lines *l)
{
    members_close(l->members);
    str_release(&l->text);
}

/* Read more of the text, and drop what was returned; 0 at the end. */
static long read_on(struct text_lines *l, struct error *e)
{
    char buffer[1 << 16];
    const long n = members_read(l->members, buffer, sizeof(buffer), e);

    if (n <= 0)
        return n;
    if (l->at) {
        memmove(l->text.s, l->text.s + l->at, l->text.len - l->at);
        l->text.len -= l->at;
        l->at = 0;
    }
    str_add(&l->text, buffer, (size_t)n);
    return n;
}

int text_lines_next(struct text_lines *l, char **line, size_t *len,
                    struct error *e)
{
    size_t seen = 0;
    const char *end = NULL;
    long more = 1;

    while (more > 0) {
        const size_t left = l->text.len - l->at;

        end = left > seen ? memchr(l->text.s + l->at + seen, '\n', left - seen)
                          : NULL;
        if (end)
            break;
        seen = left;
        more = read_on(l, e);
    }
    if (more < 0 || (!end && !seen))
        return (int)more;
    *line = l->text.s + l->at;
    *len = end ? (size_t)(end - *line) : seen;
    l->at += *len + (end != NULL);
    l->number++;
    *len -= *len && (*line)[*len - 1] == '\r';
    (*line)[*len] = '\0';
    return 1;
}

int text_refuse_nul(const char *text, size_t len, struct error *e)
{
    const char *nul = len ? memchr(text, 0, len) : NULL;

    return nul ? error_set(e, "byte %zu: found a NUL, expected text",
                           (size_t)(nul - text) + 1)
               : 0;
}
