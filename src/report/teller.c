/* teller.c - facts, for people or programs. */
#include "config.h"

#include "report/teller.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/show.h"
#include "config/field.h"
#include "text/json_write.h"

void teller_begin(struct teller *t, const char *section)
{
    t->within = true;
    if (t->json)
        json_begin(t->out, section, '{');
    else {
        show_text(section, t->out);
        str_adds(t->out, "\n");
    }
}

void teller_end(struct teller *t)
{
    t->within = false;
    if (t->json)
        json_finish(t->out, '}');
}

static void name_line(const struct teller *t, const char *name)
{
    char *is = show_copy(name);

    str_addf(t->out, "%s%-20s  ", t->within ? "  " : "", is);
    free(is);
}

/* A text of several lines has them below each other. */
static void add_indented(const char *text, struct str *out)
{
    for (size_t n; *text; text += n) {
        n = strcspn(text, "\n");
        show_bytes(text, n, out);
        n += text[n] == '\n';
        if (text[n])
            str_addf(out, "\n%24s", "");
    }
    str_adds(out, "\n");
}

void tell_text(const struct teller *t, const char *name, const char *value)
{
    if (t->json) {
        json_put_text(t->out, name, value);
        return;
    }
    name_line(t, name);
    add_indented(value, t->out);
}

void tell_long(const struct teller *t, const char *name, long value)
{
    if (t->json) {
        json_put_long(t->out, name, value);
        return;
    }
    name_line(t, name);
    str_addf(t->out, "%ld\n", value);
}

void tell_real(const struct teller *t, const char *name, double value)
{
    if (t->json) {
        json_put_real(t->out, name, value);
        return;
    }
    name_line(t, name);
    real_text(value, t->out);
    str_adds(t->out, "\n");
}

void tell_digest(const struct teller *t, const char *name, struct digest d)
{
    char hex[DIGEST_HEX];

    digest_hex(d, hex);
    tell_text(t, name, hex);
}

/* A name's own facts: a member of its own, or a line of them. */
void teller_begin_one(const struct teller *t, const char *name)
{
    if (t->json)
        json_begin(t->out, name, '{');
    else
        name_line(t, name);
}

void teller_end_one(const struct teller *t)
{
    if (t->json)
        json_finish(t->out, '}');
    else
        str_adds(t->out, "\n");
}

void tell_shape(const struct teller *t, int rank, const long *extent)
{
    if (t->json)
        json_begin(t->out, "shape", '[');
    for (int i = 0; i < rank; i++)
        if (t->json)
            json_put_long(t->out, NULL, extent[i]);
        else
            str_addf(t->out, "%s%ld", i ? " x " : "", extent[i]);
    if (t->json)
        json_finish(t->out, ']');
}

/* Lines of texts, each a name and a value with `between` between them. */
void tell_lines(struct teller *t, const char *section, const char *lines,
                const char *between)
{
    teller_begin(t, section);
    for (const char *at = lines ? lines : ""; *at;) {
        const size_t n = strcspn(at, "\n");
        char *line = memory_format("%.*s", (int)n, at);
        char *value = strstr(line, between);

        if (value) {
            *value = '\0';
            tell_text(t, line, value + strlen(between));
        }
        free(line);
        at += n + (at[n] != '\0');
    }
    teller_end(t);
}

void tell_part(const struct teller *t, const char *name, double value)
{
    if (t->json) {
        json_put_real(t->out, name, value);
        return;
    }
    if (isnan(value))
        return;
    str_addf(t->out, "%s ", name);
    real_text(value, t->out);
    str_adds(t->out, "  ");
}
