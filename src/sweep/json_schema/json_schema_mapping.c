/* json_schema_mapping.c - the JSON Schema of mappings of fields. */
#include <stdlib.h>

#include "base/core/memory.h"
#include "sweep/json_schema/json_schema_internal.h"

/* --- a part, in which fields can have dotted names ------------------------ */

/* Write "^attention\\.(kind|beta|...)$" for any value, since the program looks
 * it up itself. */
static void put_pattern(struct str *out, const struct field *f)
{
    const struct kinds_form form = field_form(f);
    struct dotted_names names = {0};
    struct str pattern = {0};

    dotted_within(&names, "", &form);
    str_addf(&pattern, "^%s\\.(kind", f->name);
    for (int i = 0; i < names.n; i++) {
        str_adds(&pattern, "|");
        for (const char *c = names.list[i].name; *c; c++)
            str_addf(&pattern, *c == '.' ? "\\." : "%c", *c);
    }
    str_adds(&pattern, ")$");
    json_put_bool(out, str_text(&pattern), true);
    dotted_release(&names);
    str_release(&pattern);
}

/* --- the mapping of a kind ------------------------------------------------ */

static void put_kind(struct str *out, const struct kind *k)
{
    json_begin(out, "kind", '{');
    json_put_text(out, "const", k->name);
    if (k->source)
        json_put_text(out, "description", k->source);
    json_finish(out, '}');
}

/* Write the fields of a table; those of a part refer to the definition `of` of
 * the whole. */
static void put_fields(struct str *out, const struct field *fields, bool part,
                       const char *of)
{
    for (const struct field *f = fields; f->type; f++)
        if (part)
            put_ref(out, f->name, "%s/properties/%s", of, f->name);
        else
            put_field(out, f);
}

/* Finish a mapping after its properties; `part`: fields in them can have dotted
 * names. */
static void finish_mapping(struct str *out, const struct field *fields,
                           bool part)
{
    json_finish(out, '}');
    if (part) {
        json_begin(out, "patternProperties", '{');
        for (const struct field *f = fields; f->type; f++)
            if (f->type == FIELD_TYPE_KIND)
                put_pattern(out, f);
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

/* Write FORM:KIND. */
void put_mapping(struct str *out, const struct kinds_form *form,
                 const struct kind *k)
{
    char *base = form_name(form), *whole = form_whole(form);
    char *name = memory_format("%s:%s", base, k->name);
    char *of = memory_format("%s:%s", whole, k->name);

    begin_mapping(out, name, k->summary);
    put_kind(out, k);
    put_fields(out, k->fields, form->part, of);
    for (const struct field *f = form_beside(form); f->type; f++)
        put_ref(out, f->name, "%s.fields/properties/%s", whole, f->name);
    finish_mapping(out, k->fields, form->part);
    free(base);
    free(whole);
    free(name);
    free(of);
}

/* Return the names as a table of fields.  The caller frees it. */
static struct field *fields_of(const struct dotted_names *names)
{
    struct field *fields = memory_zeroed((size_t)names->n + 1, sizeof(*fields));

    for (int i = 0; i < names->n; i++)
        fields[i] = *names->list[i].field;
    return fields;
}

/* Write FORM.fields. */
void put_any(struct str *out, const struct kinds_form *form)
{
    char *base = form_name(form), *name = memory_format("%s.fields", base);
    struct dotted_names names = {0};

    dotted_of_form(&names, form);
    struct field *fields = fields_of(&names);

    begin_mapping(out, name, NULL);
    for (int i = 0; i < names.n; i++)
        put_dotted(out, names.list[i].name, &names.list[i]);
    for (const struct field *f = form_beside(form); f->type; f++)
        put_field(out, f);
    finish_mapping(out, fields, form->part);
    dotted_release(&names);
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
