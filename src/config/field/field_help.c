/* field_help.c - a table of fields as text for people. */
#include "config/field/field.h"

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

static void tell_one(const struct field *f, const struct field *of,
                     void (*tell)(const struct field_info *f, void *with),
                     void *with)
{
    struct str name = {0}, takes = {0}, preset = {0};

    str_addf(&name, "%s%s%s", of ? of->name : "", of ? "." : "", f->name);
    type_help(f, &takes);
    preset_help(f, &preset);
    tell(&(struct field_info){str_text(&name), str_text(&takes),
                              str_text(&preset), f->help},
         with);
    str_release(&name);
    str_release(&takes);
    str_release(&preset);
}

void fields_tell(const struct field *fields,
                 void (*tell)(const struct field_info *f, void *with),
                 void *with)
{
    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++) {
        const struct field *beside = field_beside(f);

        tell_one(f, NULL, tell, with);
        for (; beside->type != FIELD_TYPE_END; beside++)
            tell_one(beside, f, tell, with);
    }
}

/* The lines are made twice, the second time with known widths. */
struct help_lines {
    size_t name, takes, preset; /* widths */
    const char *indent;
    struct str *out; /* NULL while finding the widths */
};

static void widen(size_t *width, const char *text)
{
    if (strlen(text) > *width)
        *width = strlen(text);
}

static void add_line(const struct field_info *f, void *with)
{
    struct help_lines *l = with;

    if (l->out)
        str_addf(l->out, "%s%-*s  %-*s  %-*s  %s\n", l->indent, (int)l->name,
                 f->name, (int)l->takes, f->takes, (int)l->preset, f->preset,
                 f->help);
    widen(&l->name, f->name);
    widen(&l->takes, f->takes);
    widen(&l->preset, f->preset);
}

void fields_help(const struct field *fields, const char *indent,
                 struct str *out)
{
    struct help_lines l = {.indent = indent};

    fields_tell(fields, add_line, &l);
    l.out = out;
    fields_tell(fields, add_line, &l);
}
