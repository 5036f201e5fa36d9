/* field_text.c - the text of a configuration. */
#include "config/field/field.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "1e-09" is 1e-9. */
static void trim_exponent(char *s)
{
    char *from = strchr(s, 'e'), *to;

    if (!from)
        return;
    to = ++from;
    if (*from == '-')
        from = ++to;
    else if (*from == '+')
        from++;
    while (*from == '0' && from[1])
        from++;
    memmove(to, from, strlen(from) + 1);
}

void real_text(double x, struct str *out)
{
    char s[32];

    if (x == floor(x) && fabs(x) < 1e15) {
        str_addf(out, "%.0f", x == 0 ? 0.0 : x); /* no "-0" */
        return;
    }
    /* 15 digits include all shorter forms, except for subnormal numbers. */
    for (int digits = fabs(x) < DBL_MIN ? 1 : 15; digits <= 17; digits++) {
        snprintf(s, sizeof(s), "%.*g", digits, x);
        if (strtod(s, NULL) == x)
            break;
    }
    trim_exponent(s);
    str_adds(out, s);
}

/* A letter, then characters that mean nothing to YAML, also in lists. */
bool text_is_plain(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    size_t n = strspn(text, letters);

    if (n == 0)
        return false;
    n += strspn(text + n, "abcdefghijklmnopqrstuvwxyz"
                          "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-");
    return text[n] == '\0';
}

void text_quote(const char *text, struct str *out)
{
    if (text_is_plain(text)) {
        str_adds(out, text);
        return;
    }
    str_adds(out, "\"");
    for (const char *c = text; *c; c++) {
        if (*c == '"' || *c == '\\')
            str_addf(out, "\\%c", *c);
        else if (*c == '\n')
            str_adds(out, "\\n");
        else if (*c == '\t')
            str_adds(out, "\\t");
        else if ((unsigned char)*c < 32 || *c == 127)
            str_addf(out, "\\x%02x", (unsigned)*c);
        else
            str_add(out, c, 1);
    }
    str_adds(out, "\"");
}

/* The byte that the escape at *at means; *at moves to its end. */
static char escaped(const char **at)
{
    const char c = *++*at;
    unsigned byte;

    if (c != 'x' || sscanf(*at + 1, "%2x", &byte) != 1)
        return c == 'n' ? '\n' : c == 't' ? '\t' : c;
    *at += 2;
    return (char)byte;
}

bool text_unquote(const char *quoted, struct str *out)
{
    const size_t n = strlen(quoted);

    if (n < 2 || *quoted != '"' || quoted[n - 1] != '"')
        return false;
    for (const char *c = quoted + 1; c < quoted + n - 1; c++) {
        const char is = *c == '\\' ? escaped(&c) : *c;

        str_add(out, &is, 1);
    }
    return true;
}

static void texts_text(const struct texts *t, struct str *out)
{
    str_adds(out, "[");
    for (int i = 0; i < t->n; i++) {
        str_adds(out, i ? ", " : "");
        text_quote(t->text[i], out);
    }
    str_adds(out, "]");
}

static void value_text(const struct field *f, const void *p, struct str *out)
{
    switch (f->type) {
    case FIELD_TYPE_INT:
        str_addf(out, "%ld", *(const long *)p);
        break;
    case FIELD_TYPE_REAL:
        real_text(*(const double *)p, out);
        break;
    case FIELD_TYPE_BOOL:
        str_adds(out, *(const bool *)p ? "true" : "false");
        break;
    case FIELD_TYPE_CHOICE:
        str_adds(out, f->choices[*(const int *)p]);
        break;
    case FIELD_TYPE_TEXT:
        text_quote(*(char *const *)p, out);
        break;
    case FIELD_TYPE_TEXTS:
        texts_text(p, out);
        break;
    case FIELD_TYPE_KIND: /* has lines of its own */
    case FIELD_TYPE_END:
        break;
    }
}

static bool is_preset(const struct field *f, const void *p)
{
    switch (f->type) {
    case FIELD_TYPE_INT:
        return *(const long *)p == (long)f->preset;
    case FIELD_TYPE_REAL:
        return *(const double *)p == f->preset;
    case FIELD_TYPE_BOOL:
        return *(const bool *)p == (f->preset != 0);
    case FIELD_TYPE_CHOICE:
        return *(const int *)p == (int)f->preset;
    case FIELD_TYPE_TEXT:
        return strcmp(*(char *const *)p, f->preset_text) == 0;
    case FIELD_TYPE_TEXTS:
        return ((const struct texts *)p)->n == 0;
    case FIELD_TYPE_KIND:
    case FIELD_TYPE_END:
        break;
    }
    return false;
}

static bool is_left_out(const struct field *f, const void *p,
                        enum text_form form)
{
    return form == TEXT_GIVEN && !f->required && is_preset(f, p);
}

void field_text(const struct field *f, const void *p, const char *name,
                enum text_form form, struct str *out)
{
    if (is_left_out(f, p, form))
        return;
    str_adds(out, name);
    str_adds(out, ": ");
    value_text(f, p, out);
    str_adds(out, "\n");
}

void chosen_text(const struct chosen *c, const char *prefix,
                 enum text_form form, struct str *out)
{
    if (!c->kind)
        return;
    str_addf(out, "%s.kind: %s\n", prefix, c->kind->name);
    fields_text(c->kind->fields, c->conf, prefix, form, out);
}

static void kind_text(const struct field *f, const struct chosen *c,
                      const char *name, enum text_form form, struct str *out)
{
    chosen_text(c, name, form, out);
    if (c->kind)
        fields_text(field_beside(f), c, name, form, out);
    else if (form == TEXT_WHOLE)
        str_addf(out, "%s.kind: " KIND_UNSET "\n", name);
}

void fields_text(const struct field *fields, const void *conf,
                 const char *prefix, enum text_form form, struct str *out)
{
    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++) {
        const void *p = (const char *)conf + f->offset;
        struct str name = {0};

        if (is_left_out(f, p, form))
            continue;
        str_adds(&name, prefix);
        str_adds(&name, *prefix ? "." : "");
        str_adds(&name, f->name);
        if (f->type == FIELD_TYPE_KIND)
            kind_text(f, p, str_text(&name), form, out);
        else
            field_text(f, p, str_text(&name), form, out);
        str_release(&name);
    }
}
