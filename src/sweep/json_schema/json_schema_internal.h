/*
 * json_schema_internal.h - the pieces of the JSON Schema of experiment files;
 * private to this folder.
 *
 * Its definitions, each named once and referred to:
 *
 *     text               any scalar: YAML has texts that look like numbers
 *     train, run         a section of fields
 *     sweep, published   these sections
 *     parameters, listed, swept, swept.name, when, variant, where
 *                        what stands in them
 *     FORM               a place with a kind: its name, or a mapping
 *     FORM:KIND          the mapping of that kind
 *     FORM.fields        the mapping that does not name its kind
 *     FORM.name          the names of the kinds, whatever stands beside them
 *
 * FORM is the sort of a registry, "attention", and behind it what is particular
 * to the place: ".placed" where fields stand beside the kind's own, ".unset"
 * where it may be none, ".part" where some fields are laid over others, by a
 * variant.
 */
#ifndef SWEEP_JSON_SCHEMA_JSON_SCHEMA_INTERNAL_H
#define SWEEP_JSON_SCHEMA_JSON_SCHEMA_INTERNAL_H

#include "config/field/field.h"
#include "text/formats/json_write.h"

/* A registry as it is read at a place. */
struct kinds_form {
    const struct kinds *kinds;
    bool placed, unset, part;
};

/* --- values: json_schema_field.c ------------------------------------------ */

/* {"$ref": "#/definitions/..."} */
void put_ref(struct str *out, const char *name, const char *fmt, ...)
    PRINTF_LIKE(3, 4);

/* Members that are the same always, written with ' for "; and an object of
 * them. */
void put_members(struct str *out, const char *members);
void put_json(struct str *out, const char *name, const char *members);

/* {"const": "..."}; "required": ["..."] */
void put_const(struct str *out, const char *name, const char *text);
void put_required(struct str *out, const char *name);

/* "minimum" and "maximum" */
void put_bounds(struct str *out, double least, double most);

/* The value that a field takes. */
void put_field(struct str *out, const struct field *f);

/* The definition of any scalar. */
void put_text_definition(struct str *out);

/* --- kinds: json_schema_kinds.c ------------------------------------------- */

struct kinds_form field_form(const struct field *f);

/* The form of what a variant lays over a section: the section's own where no
 * field in that has kinds, whose fields would have dotted names. */
struct kinds_form part_form(const struct kinds *kinds);

/* The fields that stand beside the kind's own; no_fields: none. */
const struct field *form_beside(const struct kinds_form *form);

/* Its name in definitions, that of the whole which it is a part of, and that of
 * its kinds' names; the caller's to free(). */
char *form_name(const struct kinds_form *form);
char *form_whole(const struct kinds_form *form);
char *form_names(const struct kinds_form *form);

/* Has a table a field of kinds? */
bool has_kinds(const struct field *fields);

/* The definitions of all forms that the fields of tables lead to, and of
 * registries, with their parts; both end in NULL. */
void put_forms(struct str *out, const struct field *const *tables,
               const struct kinds *const *registries);

/* That a place is of a kind, by its name alone or in a mapping. */
void put_is_kind(struct str *out, const char *place, const char *kind);

/* --- mappings: json_schema_mapping.c -------------------------------------- */

/* FORM:KIND and FORM.fields */
void put_mapping(struct str *out, const struct kinds_form *form,
                 const struct kind *k);
void put_any(struct str *out, const struct kinds_form *form);

/* The definitions of a table of fields, and of parts of it that a variant lays
 * over a file's. */
void put_section(struct str *out, const char *name, const struct field *fields);

/* --- dotted names: json_schema_dotted.c ----------------------------------- */

/* A name, a field that it is of, and the definitions of what that takes: one,
 * unless kinds differ in it. */
struct dotted {
    char *name; /* owned */
    const struct field *field;
    bool kind; /* it is the name of the field's kind, X.kind */
    int n, room;
    char **ref; /* owned, each too */
};

struct dotted_names {
    int n, room;
    struct dotted *list; /* owned */
};

void dotted_release(struct dotted_names *names);

/* Add the fields of any kind of a form, without those beside them. */
void dotted_of_form(struct dotted_names *names, const struct kinds_form *form);

/* Add all that a form's fields lead to, and these, behind a prefix such as
 * "model.". */
void dotted_within(struct dotted_names *names, const char *prefix,
                   const struct kinds_form *form);

/* The same of a table's fields, which is the definition `name`. */
void dotted_within_section(struct dotted_names *names, const char *prefix,
                           const char *name, const struct field *fields);

/* Do two names take the same, with the same help? */
bool dotted_are_alike(const struct dotted *one, const struct dotted *other);

/* The value that it takes. */
void put_dotted(struct str *out, const char *name, const struct dotted *n);

/* --- sections ------------------------------------------------------------- */

/* json_schema_sweep.c: the definitions of sweep: and of the `where` of
 * published:. */
void put_sweep(struct str *out);

/* json_schema_published.c: the definition of published:, and what a file must
 * have with a kind of task: its metrics, and its required fields where no sweep
 * may give them. */
void put_published(struct str *out);
void put_task_rules(struct str *out);

#endif
