/* json_schema_field.c - the JSON Schema of a field's values. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/json_schema/json_schema_internal.h"

void put_ref(struct str *out, const char *name, const char *fmt, ...)
{
    struct str ref = {0};
    va_list args;

    str_adds(&ref, "#/definitions/");
    va_start(args, fmt);
    str_addv(&ref, fmt, args);
    va_end(args);
    json_begin(out, name, '{');
    json_put_text(out, "$ref", str_text(&ref));
    json_finish(out, '}');
    str_release(&ref);
}

void put_members(struct str *out, const char *members)
{
    str_adds(out, strchr("{[", out->s[out->len - 1]) ? "" : ", ");
    for (const char *c = members; *c; c++)
        if (*c != ' ' || !strchr("{[ ", out->s[out->len - 1]))
            str_add(out, *c == '\'' ? "\"" : c, 1);
}

void put_json(struct str *out, const char *name, const char *members)
{
    json_begin(out, name, '{');
    put_members(out, members);
    json_finish(out, '}');
}

void put_const(struct str *out, const char *name, const char *text)
{
    json_begin(out, name, '{');
    json_put_text(out, "const", text);
    json_finish(out, '}');
}

void put_required(struct str *out, const char *name)
{
    json_begin(out, "required", '[');
    json_put_text(out, NULL, name);
    json_finish(out, ']');
}

/* Whole numbers are written with all digits: 1000000, not 1e+06. */
static void put_number(struct str *out, const char *name, double value)
{
    if (value == floor(value) && fabs(value) < 0x1p53)
        json_put_long(out, name, (long)value);
    else
        json_put_real(out, name, value);
}

void put_bounds(struct str *out, double least, double most)
{
    put_number(out, "minimum", least);
    put_number(out, "maximum", most);
}

static void put_range(struct str *out, const struct field *f)
{
    json_put_text(out, "type",
                  f->type == FIELD_TYPE_INT ? "integer" : "number");
    put_bounds(out, f->least, f->most);
    put_number(out, "default", f->preset);
}

static void put_bool(struct str *out, const struct field *f)
{
    json_put_text(out, "type", "boolean");
    json_put_bool(out, "default", f->preset != 0);
}

/* Write a choice that YAML does not read as text without quotes: true, 5. */
static void put_unquoted(struct str *out, const char *choice)
{
    const struct field any = {
        .type = FIELD_TYPE_REAL, .least = -INFINITY, .most = INFINITY};
    double number;

    if (!strcmp(choice, "true") || !strcmp(choice, "false"))
        json_put_bool(out, NULL, choice[0] == 't');
    else if (!strcmp(choice, "null") || !strcmp(choice, "~"))
        json_put_text(out, NULL, NULL);
    else if (field_take_number(&any, choice, &number))
        put_number(out, NULL, number);
}

static void put_choice(struct str *out, const struct field *f)
{
    json_begin(out, "enum", '[');
    for (const char *const *c = f->choices; *c; c++) {
        json_put_text(out, NULL, *c);
        put_unquoted(out, *c);
    }
    json_finish(out, ']');
    json_put_text(out, "default", f->choices[(int)f->preset]);
}

/* Write all scalar types; "string" alone would exclude texts like numbers. */
static void put_scalar_types(struct str *out)
{
    json_put_text(out, NULL, "string");
    json_put_text(out, NULL, "number");
    json_put_text(out, NULL, "boolean");
    json_put_text(out, NULL, "null");
}

void put_text_definition(struct str *out)
{
    json_begin(out, "text", '{');
    json_begin(out, "type", '[');
    put_scalar_types(out);
    json_finish(out, ']');
    json_finish(out, '}');
}

static void put_text(struct str *out, const struct field *f)
{
    json_begin(out, "type", '[');
    put_scalar_types(out);
    json_finish(out, ']');
    if (f->required)
        json_put_long(out, "minLength", 1);
    else
        json_put_text(out, "default", f->preset_text ? f->preset_text : "");
}

static void put_texts(struct str *out, const struct field *f)
{
    (void)f;
    json_begin(out, "type", '[');
    json_put_text(out, NULL, "array");
    put_scalar_types(out);
    json_finish(out, ']');
    put_ref(out, "items", "text");
}

static void put_kind(struct str *out, const struct field *f)
{
    const struct kinds_form form = field_form(f);
    char *name = form_name(&form);

    if (f->preset_text)
        json_put_text(out, "default",
                      field_is_unset(f) ? KIND_UNSET : f->preset_text);
    json_begin(out, "allOf", '[');
    put_ref(out, NULL, "%s", name);
    json_finish(out, ']');
    free(name);
}

static void (*const put_of[])(struct str *, const struct field *) = {
    [FIELD_TYPE_INT] = put_range, [FIELD_TYPE_REAL] = put_range,
    [FIELD_TYPE_BOOL] = put_bool, [FIELD_TYPE_CHOICE] = put_choice,
    [FIELD_TYPE_TEXT] = put_text, [FIELD_TYPE_TEXTS] = put_texts,
    [FIELD_TYPE_KIND] = put_kind,
};

void put_field(struct str *out, const struct field *f)
{
    json_begin(out, f->name, '{');
    json_put_text(out, "description", f->help);
    put_of[f->type](out, f);
    json_finish(out, '}');
}
