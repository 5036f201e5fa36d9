/* value.c - store the value of an option or a word in its member. */
#include "config.h"

#include "config/command_line/value.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

static void put_integer(void *member, size_t size, long x)
{
    if (size == sizeof(long))
        *(long *)member = x;
    else
        *(int *)member = (int)x;
}

static int take_whole(const struct cli_option *o, const char *text,
                      void *member, struct error *e)
{
    char *end;

    errno = 0;
    const long n = strtol(text, &end, 10);

    if (end == text || *end || errno || (double)n < o->least ||
        (double)n > o->most)
        return error_set(e,
                         "found '%s', expected a whole number from %ld to %ld",
                         text, (long)o->least, (long)o->most);
    put_integer(member, o->size, n);
    return 0;
}

static int take_real(const struct cli_option *o, const char *text, void *member,
                     struct error *e)
{
    char *end;
    const double x = strtod(text, &end);

    if (end == text || *end || !(o->above ? x > o->least : x >= o->least) ||
        !(x <= o->most))
        return error_set(e,
                         "found '%s', expected %s, %s %.15g and at most %.15g",
                         text, o->what ? o->what : "a number",
                         o->above ? "more than" : "at least", o->least,
                         o->most);
    *(double *)member = x;
    return 0;
}

int cli_among(const char *const *names, const char *text, size_t n,
              struct error *e)
{
    struct str known = {0};
    int all = 0;

    for (; names[all]; all++)
        if (strlen(names[all]) == n && !strncmp(names[all], text, n))
            return all;
    names_list(names, all, &known);
    error_set(e, "found '%.*s', expected %s", (int)n, text, str_text(&known));
    str_release(&known);
    return -1;
}

static int take_choice(const struct cli_option *o, const char *text,
                       void *member, struct error *e)
{
    const int at = cli_among(o->choices, text, strlen(text), e);

    if (at < 0)
        return -1;
    put_integer(member, o->size, (long)o->least + at);
    return 0;
}

static int take_kind(const struct cli_option *o, const char *text, void *member,
                     struct error *e)
{
    const struct kind *k = kinds_find(o->kinds, text);
    struct str known = {0};

    if (k) {
        memcpy(member, &k, sizeof(k));
        return 0;
    }
    kinds_names(o->kinds, &known);
    error_set(e, "found '%s', expected %s", text, str_text(&known));
    str_release(&known);
    return -1;
}

static void add_string(struct strings *s, const char *text)
{
    GROW(s->text, s->n, s->room);
    s->text[s->n++] = text;
}

int cli_take(const struct cli_option *o, const char *text, void *member,
             struct error *e)
{
    switch (o->type) {
    case CLI_TYPE_FLAG:
        *(bool *)member = true;
        return 0;
    case CLI_TYPE_SET:
        put_integer(member, o->size, (long)o->least);
        return 0;
    case CLI_TYPE_WHOLE:
        return take_whole(o, text, member, e);
    case CLI_TYPE_REAL:
        return take_real(o, text, member, e);
    case CLI_TYPE_CHOICE:
        return take_choice(o, text, member, e);
    case CLI_TYPE_KIND:
        return take_kind(o, text, member, e);
    case CLI_TYPE_TEXTS:
    case CLI_TYPE_WORDS:
        add_string(member, text);
        return 0;
    case CLI_TYPE_TAKEN:
        return o->take(text, member, e);
    default:
        *(const char **)member = text;
        return 0;
    }
}
