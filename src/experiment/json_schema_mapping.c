/* json_schema_mapping.c - mappings of fields, as JSON Schema. */
#include <stdlib.h>

#include "base/memory.h"
#include "experiment/json_schema_parts.h"

static char *whole_name(const struct kinds_form *form)
{
    const struct kinds_form whole = {form->kinds, form->placed, form->unset,
                                     false};

    return form_name(&whole);
}

/* --- a part, whose fields may have dotted names --------------------------- */

/* "^attention\\.(kind|beta|...)$": any value, as the program looks it up. */
static void put_dotted(struct str *out, const struct field *f)
{
    const struct kinds_form form = field_form(f);
    struct schema_names names = {0};
    struct str pattern = {0};

    names_within(&names, "", &form);
    str_addf(&pattern, "^%s\\.(kind", f->name);
    for (int i = 0; i < names.n; i++) {
        str_adds(&pattern, "|");
        for (const char *c = names.list[i].name; *c; c++)
            str_addf(&pattern, *c == '.' ? "\\." : "%c", *c);
    }
    str_adds(&pattern, ")$");
    json_put_bool(out, str_text(&pattern), true);
    schema_names_release(&names);
    str_release(&pattern);
}

/* A field of a part: a kind is one, too; others are `ref`. */
static void put_part(struct str *out, const struct field *f, const char *ref)
{
    const struct kinds_form whole =
        f->type == FIELD_TYPE_KIND ? field_form(f) : (struct kinds_form){0};
    const struct kinds_form part =
        whole.kinds ? part_form(&whole) : (struct kinds_form){0};

    if (part.part) {
        char *name = form_name(&part);

        put_ref(out, f->name, "%s", name);
        free(name);
    } else {
        put_ref(out, f->name, "%s", ref);
    }
}

/* --- the mapping of a kind ------------------------------------------------ */

static void put_kind_const(struct str *out, const struct kind *k)
{
    json_begin(out, "kind", '{');
    json_put_text(out, "const", k->name);
    if (k->source)
        json_put_text(out, "description", k->source);
    json_finish(out, '}');
}

/* The fields of a table, which is the definition `of`. */
static void put_fields(struct str *out, const struct field *fields, bool part,
                       const char *of)
{
    for (const struct field *f = fields; f->type; f++) {
        char *ref = memory_format("%s/properties/%s", of, f->name);

        if (part)
            put_part(out, f, ref);
        else
            put_field(out, f);
        free(ref);
    }
}

/* Behind the properties; `part`: fields in them may have dotted names. */
static void finish_mapping(struct str *out, const struct field *fields,
                           bool part)
{
    json_finish(out, '}');
    if (part) {
        json_begin(out, "patternProperties", '{');
        for (const struct field *f = fields; f->type; f++)
            if (f->type == FIELD_TYPE_KIND)
                put_dotted(out, f);
        json_finish(out, '}');
    }
    json_put_bool(out, "additionalProperties", false);
    json_finish(out, '}');
}

static void begin_mapping(struct str *out, const char *name, const char *help)
{
    json_begin(out, name, '{');
    if (help)
        json_put_text(out, "description", help);
    json_put_text(out, "type", "object");
    json_begin(out, "properties", '{');
}

/* FORM:KIND */
void put_mapping(struct str *out, const struct kinds_form *form,
                 const struct kind *k)
{
    char *base = form_name(form), *whole = whole_name(form);
    char *name = memory_format("%s:%s", base, k->name);
    char *of = memory_format("%s:%s", whole, k->name);

    begin_mapping(out, name, k->summary);
    put_kind_const(out, k);
    put_fields(out, k->fields, form->part, of);
    for (const struct field *f = form_beside(form); f->type; f++)
        put_ref(out, f->name, "%s.fields/properties/%s", whole, f->name);
    finish_mapping(out, k->fields, form->part);
    free(base);
    free(whole);
    free(name);
    free(of);
}

/* The fields of any kind, as they are where none is named. */
static void put_any_members(struct str *out, const struct kinds_form *form,
                            const struct schema_names *names)
{
    char *whole = whole_name(form);

    for (int i = 0; i < names->n; i++) {
        const struct schema_name *n = &names->list[i];

        if (form->part && n->n == 1)
            put_part(out, n->field, n->ref[0]);
        else
            put_named(out, n->name, n);
    }
    for (const struct field *f = form_beside(form); f->type; f++)
        if (form->part)
            put_ref(out, f->name, "%s.fields/properties/%s", whole, f->name);
        else
            put_field(out, f);
    free(whole);
}

/* As a table, the caller's to free(). */
static struct field *fields_of(const struct schema_names *names)
{
    struct field *fields = memory_zeroed((size_t)names->n + 1, sizeof(*fields));

    for (int i = 0; i < names->n; i++)
        fields[i] = *names->list[i].field;
    return fields;
}

/* FORM.fields */
void put_any(struct str *out, const struct kinds_form *form)
{
    char *base = form_name(form), *name = memory_format("%s.fields", base);
    struct schema_names names = {0};

    names_of_form(&names, form);
    struct field *fields = fields_of(&names);

    begin_mapping(out, name, NULL);
    put_any_members(out, form, &names);
    finish_mapping(out, fields, form->part);
    schema_names_release(&names);
    free(fields);
    free(base);
    free(name);
}

/* --- a section ------------------------------------------------------------ */

void put_section(struct str *out, const char *name, const struct field *fields)
{
    char *part = memory_format("%s.part", name);

    begin_mapping(out, name, NULL);
    put_fields(out, fields, false, name);
    finish_mapping(out, fields, false);
    if (has_kinds(fields)) {
        begin_mapping(out, part, NULL);
        put_fields(out, fields, true, name);
        finish_mapping(out, fields, true);
    }
    free(part);
}
