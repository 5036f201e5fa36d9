/* json_schema_kinds.c - the JSON Schema of kinds and tables of fields. */
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/json_schema/json_schema_internal.h"

struct kinds_form field_form(const struct field *f)
{
    return (struct kinds_form){f->kinds, f->placed, field_is_unset(f), false};
}

const struct field *form_beside(const struct kinds_form *form)
{
    return form->placed && form->kinds->beside ? form->kinds->beside
                                               : no_fields;
}

char *form_name(const struct kinds_form *form)
{
    return memory_format(
        "%s%s%s%s", form->kinds->sort, form->placed ? ".placed" : "",
        form->unset ? ".unset" : "", form->part ? ".part" : "");
}

char *form_whole(const struct kinds_form *form)
{
    const struct kinds_form whole = {form->kinds, form->placed, form->unset,
                                     false};

    return form_name(&whole);
}

bool has_kinds(const struct field *fields)
{
    for (const struct field *f = fields; f->type; f++)
        if (f->type == FIELD_TYPE_KIND)
            return true;
    return false;
}

struct kinds_form part_form(const struct kinds *kinds)
{
    struct kinds_form form = {.kinds = kinds};

    for (const struct kind *const *k = kinds->list; *k; k++)
        form.part = form.part || has_kinds((*k)->fields);
    return form;
}

char *form_names(const struct kinds_form *form)
{
    return memory_format("%s%s.name", form->kinds->sort,
                         form->unset ? ".unset" : "");
}

/* --- the place ------------------------------------------------------------ */

/* Write FORM.name: the names of the kinds, and unset. */
static void put_names(struct str *out, const struct kinds_form *form)
{
    char *name = form_names(form);

    json_begin(out, name, '{');
    json_begin(out, "enum", '[');
    if (form->unset)
        json_put_text(out, NULL, KIND_UNSET);
    for (const struct kind *const *k = form->kinds->list; *k; k++)
        json_put_text(out, NULL, (*k)->name);
    json_finish(out, ']');
    json_begin(out, "enumDescriptions", '['); /* for editors; not in draft 7 */
    if (form->unset)
        json_put_text(out, NULL, "none of its own");
    for (const struct kind *const *k = form->kinds->list; *k; k++)
        json_put_text(out, NULL, (*k)->summary);
    json_finish(out, ']');
    json_finish(out, '}');
    free(name);
}

/* Begin an "if" for this kind; the caller adds "then" and finishes it. */
static void begin_if_kind(struct str *out, const char *kind)
{
    json_begin(out, NULL, '{');
    json_begin(out, "if", '{');
    put_required(out, "kind");
    if (kind) {
        json_begin(out, "properties", '{');
        put_const(out, "kind", kind);
        json_finish(out, '}');
    }
    json_finish(out, '}');
}

static void put_unset(struct str *out)
{
    begin_if_kind(out, KIND_UNSET);
    put_json(out, "then",
             "'properties': {'kind': true}, 'additionalProperties': false");
    json_finish(out, '}');
}

/* Write what a mapping may contain, for each kind. */
static void put_by_kind(struct str *out, const struct kinds_form *form,
                        const char *base)
{
    json_begin(out, "allOf", '[');
    for (const struct kind *const *k = form->kinds->list; *k; k++) {
        begin_if_kind(out, (*k)->name);
        put_ref(out, "then", "%s:%s", base, (*k)->name);
        json_finish(out, '}');
    }
    if (form->unset)
        put_unset(out);
    begin_if_kind(out, NULL);
    put_ref(out, "else", "%s.fields", base);
    json_finish(out, '}');
    json_finish(out, ']');
}

/* Write FORM. */
static void put_place(struct str *out, const struct kinds_form *form)
{
    char *base = form_name(form), *names = form_names(form);

    json_begin(out, base, '{');
    put_json(out, "if", "'type': 'object'");
    json_begin(out, "then", '{');
    json_begin(out, "properties", '{');
    put_ref(out, "kind", "%s", names);
    json_finish(out, '}');
    put_by_kind(out, form, base);
    json_finish(out, '}');
    put_ref(out, "else", "%s", names);
    json_finish(out, '}');
    free(base);
    free(names);
}

static void put_form(struct str *out, const struct kinds_form *form)
{
    put_place(out, form);
    put_any(out, form);
    for (const struct kind *const *k = form->kinds->list; *k; k++)
        put_mapping(out, form, *k);
}

/* --- all forms ------------------------------------------------------------ */

struct forms {
    int n, room;
    struct kinds_form *list;
};

static void collect(struct forms *forms, const struct kinds_form *form);

static void collect_fields(struct forms *forms, const struct field *fields)
{
    for (const struct field *f = fields; f->type; f++)
        if (f->type == FIELD_TYPE_KIND) {
            const struct kinds_form form = field_form(f);

            collect(forms, &form);
        }
}

static bool add_form(struct forms *forms, const struct kinds_form *form)
{
    for (int i = 0; i < forms->n; i++) {
        const struct kinds_form *is = &forms->list[i];

        if (is->kinds == form->kinds && is->placed == form->placed &&
            is->unset == form->unset && is->part == form->part)
            return false;
    }
    GROW(forms->list, forms->n, forms->room);
    forms->list[forms->n++] = *form;
    return true;
}

static void collect(struct forms *forms, const struct kinds_form *form)
{
    if (!add_form(forms, form))
        return;
    collect_fields(forms, form_beside(form));
    for (const struct kind *const *k = form->kinds->list; *k; k++)
        collect_fields(forms, (*k)->fields);
}

/* True if an earlier form has the same names. */
static bool is_named(const struct forms *forms, int i)
{
    for (int k = 0; k < i; k++)
        if (forms->list[k].kinds == forms->list[i].kinds &&
            forms->list[k].unset == forms->list[i].unset)
            return true;
    return false;
}

void put_forms(struct str *out, const struct field *const *tables,
               const struct kinds *const *registries)
{
    struct forms forms = {0};

    for (; *registries; registries++) {
        const struct kinds_form part = part_form(*registries);

        collect(&forms, &(struct kinds_form){.kinds = *registries});
        add_form(&forms, &part);
    }
    for (; *tables; tables++)
        collect_fields(&forms, *tables);
    for (int i = 0; i < forms.n; i++) {
        put_form(out, &forms.list[i]);
        if (!is_named(&forms, i))
            put_names(out, &forms.list[i]);
    }
    free(forms.list);
}

void put_is_kind(struct str *out, const char *place, const char *kind)
{
    json_begin(out, place, '{');
    json_begin(out, "anyOf", '[');
    put_const(out, NULL, kind);
    json_begin(out, NULL, '{');
    json_put_text(out, "type", "object");
    put_required(out, "kind");
    json_begin(out, "properties", '{');
    put_const(out, "kind", kind);
    json_finish(out, '}');
    json_finish(out, '}');
    json_finish(out, ']');
    json_finish(out, '}');
}
