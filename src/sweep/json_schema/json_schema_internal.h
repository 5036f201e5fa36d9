/*
 * json_schema_internal.h - the parts of the JSON Schema of experiment files;
 * private to this folder.
 *
 * Its definitions, each referred to by name:
 *
 *     text               any scalar: YAML has texts that look like numbers
 *     train, run         a section of fields
 *     sweep, published   these sections
 *     parameters, listed, swept, swept.name, when, variant, where
 *                        parts of them
 *     FORM               a place with a kind: its name, or a mapping
 *     FORM:KIND          the mapping of that kind
 *     FORM.fields        the mapping that does not name its kind
 *     FORM.name          the names of the kinds, with any fields beside them
 *
 * FORM is the sort of a registry, "attention", with a suffix for each property
 * of the place: ".placed" if it has fields beside the kind's own, ".unset" if
 * it may have no kind, ".part" if a variant replaces only some fields.
 */
#ifndef SWEEP_JSON_SCHEMA_JSON_SCHEMA_INTERNAL_H
#define SWEEP_JSON_SCHEMA_JSON_SCHEMA_INTERNAL_H

#include "config/field/field.h"
#include "text/formats/json_write.h"

/* A registry as it is used at a place. */
struct kinds_form {
    const struct kinds *kinds;
    bool placed, unset, part;
};

/* --- values: json_schema_field.c ------------------------------------------ */

/* Write {"$ref": "#/definitions/..."}. */
void put_ref(struct str *out, const char *name, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

/* Write constant members, in which ' replaces "; and an object of them. */
void put_members(struct str *out, const char *members);
void put_json(struct str *out, const char *name, const char *members);

/* Write {"const": "..."}; write "required": ["..."]. */
void put_const(struct str *out, const char *name, const char *text);
void put_required(struct str *out, const char *name);

/* Write "minimum" and "maximum". */
void put_bounds(struct str *out, double least, double most);

/* Write the schema of a field's value. */
void put_field(struct str *out, const struct field *f);

/* Write the definition of any scalar. */
void put_text_definition(struct str *out);

/* --- kinds: json_schema_kinds.c ------------------------------------------- */

struct kinds_form field_form(const struct field *f);

/* Return the form of the part of a section that a variant replaces; the
 * section's own form if none of its fields has kinds, whose fields would have
 * dotted names. */
struct kinds_form part_form(const struct kinds *kinds);

/* Return the fields beside the kind's own; no_fields if there are none. */
const struct field *form_beside(const struct kinds_form *form);

/* Return a form's name in definitions, the name of the form that it is a part
 * of, and the name for its kinds' names.  The caller frees them. */
char *form_name(const struct kinds_form *form);
char *form_whole(const struct kinds_form *form);
char *form_names(const struct kinds_form *form);

/* True if a table has a field of kinds. */
bool has_kinds(const struct field *fields);

/* Write the definitions of all forms that the fields of tables, and the
 * registries, lead to, with their parts; both lists end with NULL. */
void put_forms(struct str *out, const struct field *const *tables,
               const struct kinds *const *registries);

/* Write the condition that a place has a kind, by its name alone or in a
 * mapping. */
void put_is_kind(struct str *out, const char *place, const char *kind);

/* --- mappings: json_schema_mapping.c -------------------------------------- */

/* Write FORM:KIND, and FORM.fields. */
void put_mapping(struct str *out, const struct kinds_form *form,
                 const struct kind *k);
void put_any(struct str *out, const struct kinds_form *form);

/* Write the definitions of a table of fields, and of the parts that a variant
 * can replace. */
void put_section(struct str *out, const char *name, const struct field *fields);

/* --- dotted names: json_schema_dotted.c ----------------------------------- */

/* A dotted name, a field that it refers to, and the definitions of its values:
 * one, unless they differ between kinds. */
struct dotted {
    char *name; /* owned */
    const struct field *field;
    bool kind; /* the name is that of the field's kind, X.kind */
    int n, room;
    char **ref; /* owned, each too */
};

struct dotted_names {
    int n, room;
    struct dotted *list; /* owned */
};

void dotted_release(struct dotted_names *names);

/* Add the fields of all kinds of a form, without those beside them. */
void dotted_of_form(struct dotted_names *names, const struct kinds_form *form);

/* Add the fields of a form and all that they lead to, with a prefix such as
 * "model.". */
void dotted_within(struct dotted_names *names, const char *prefix,
                   const struct kinds_form *form);

/* The same for a table's fields, whose definition is `name`. */
void dotted_within_section(struct dotted_names *names, const char *prefix,
                           const char *name, const struct field *fields);

/* True if two names have the same values and help. */
bool dotted_are_alike(const struct dotted *one, const struct dotted *other);

/* Write the schema of its value. */
void put_dotted(struct str *out, const char *name, const struct dotted *n);

/* --- sections ------------------------------------------------------------- */

/* json_schema_sweep.c: write the definitions of sweep: and of the `where` in
 * published:. */
void put_sweep(struct str *out);

/* json_schema_published.c: write the definition of published:, and what a file
 * must have with each kind of task: its metrics, and its required fields unless
 * a sweep can give them. */
void put_published(struct str *out);
void put_task_rules(struct str *out);

#endif
