/* field_help.c - a table of fields for a person to read. */
#include "config/field.h"

#include <stdlib.h>
#include <string.h>

static void range_help(const struct field *f, const char *what, struct str *out)
{
    str_addf(out, "%s, ", what);
    real_text(f->least, out);
    str_adds(out, " to ");
    real_text(f->most, out);
}

static void choices_help(const struct field *f, struct str *out)
{
    for (int i = 0; f->choices[i]; i++)
        str_addf(out, "%s%s", i ? " | " : "", f->choices[i]);
}

static void kinds_help(const struct field *f, struct str *out)
{
    const char **names;
    int n = kinds_list(f->kinds, &names);

    str_adds(out, field_is_unset(f) ? "{kind: " KIND_UNSET " | " : "{kind: ");
    for (int i = 0; i < n; i++)
        str_addf(out, "%s%s", i ? " | " : "", names[i]);
    str_adds(out, ", ...}");
    free(names);
}

static void type_help(const struct field *f, struct str *out)
{
    switch (f->type) {
    case FIELD_TYPE_INT:
        range_help(f, "whole number", out);
        break;
    case FIELD_TYPE_REAL:
        range_help(f, "number", out);
        break;
    case FIELD_TYPE_BOOL:
        str_adds(out, "true | false");
        break;
    case FIELD_TYPE_CHOICE:
        choices_help(f, out);
        break;
    case FIELD_TYPE_TEXT:
        str_adds(out, "text");
        break;
    case FIELD_TYPE_TEXTS:
        str_adds(out, "text or list of texts");
        break;
    case FIELD_TYPE_KIND:
        kinds_help(f, out);
        break;
    case FIELD_TYPE_END:
        break;
    }
}

static void preset_help(const struct field *f, struct str *out)
{
    if (f->required)
        str_adds(out, "required");
    else if (f->type == FIELD_TYPE_INT || f->type == FIELD_TYPE_REAL)
        real_text(f->preset, out);
    else if (f->type == FIELD_TYPE_BOOL)
        str_adds(out, f->preset != 0 ? "true" : "false");
    else if (f->type == FIELD_TYPE_CHOICE)
        str_adds(out, f->choices[(int)f->preset]);
    else if (f->type == FIELD_TYPE_TEXTS)
        str_adds(out, "[]");
    else if (field_is_unset(f))
        str_adds(out, KIND_UNSET);
    else
        text_quote(f->preset_text ? f->preset_text : "", out);
}

/* Columns before the help text. */
enum { NAME, TYPE, PRESET, COLUMNS };

/* `of`: the field that it stands beside the kind of; NULL: none. */
static void columns_of(const struct field *f, const struct field *of,
                       struct str column[COLUMNS])
{
    for (int c = 0; c < COLUMNS; c++)
        str_clear(&column[c]);
    str_addf(&column[NAME], "%s%s%s", of ? of->name : "", of ? "." : "",
             f->name);
    type_help(f, &column[TYPE]);
    preset_help(f, &column[PRESET]);
}

/* A table on its way, the second time with widths that are known. */
struct table {
    struct str column[COLUMNS];
    int width[COLUMNS];
    const char *indent;
    struct str *out; /* NULL: widths are being found */
};

static void add_line(struct table *t, const struct field *f,
                     const struct field *of)
{
    columns_of(f, of, t->column);
    if (t->out)
        str_adds(t->out, t->indent);
    for (int c = 0; c < COLUMNS; c++)
        if (t->out)
            str_addf(t->out, "%-*s  ", t->width[c], str_text(&t->column[c]));
        else if ((int)t->column[c].len > t->width[c])
            t->width[c] = (int)t->column[c].len;
    if (t->out)
        str_addf(t->out, "%s\n", f->help);
}

static void add_lines(struct table *t, const struct field *fields)
{
    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++) {
        const struct field *beside = field_beside(f);

        add_line(t, f, NULL);
        for (; beside->type != FIELD_TYPE_END; beside++)
            add_line(t, beside, f);
    }
}

void fields_help(const struct field *fields, const char *indent,
                 struct str *out)
{
    struct table t = {.indent = indent};

    add_lines(&t, fields);
    t.out = out;
    add_lines(&t, fields);
    for (int c = 0; c < COLUMNS; c++)
        str_release(&t.column[c]);
}
