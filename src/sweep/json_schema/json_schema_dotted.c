/* json_schema_dotted.c - dotted names of fields, combined over kinds. */
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/json_schema/json_schema_internal.h"

void dotted_release(struct dotted_names *names)
{
    for (int i = 0; i < names->n; i++) {
        for (int k = 0; k < names->list[i].n; k++)
            free(names->list[i].ref[k]);
        free(names->list[i].ref);
        free(names->list[i].name);
    }
    free(names->list);
    *names = (struct dotted_names){0};
}

/* True if two fields take the same values; their defaults may differ. */
static bool are_alike(const struct field *f, const struct field *g)
{
    return f->type == g->type && f->least == g->least && f->most == g->most &&
           f->choices == g->choices && f->kinds == g->kinds &&
           f->placed == g->placed && f->required == g->required &&
           field_is_unset(f) == field_is_unset(g);
}

static struct dotted *find(struct dotted_names *names, const char *name)
{
    for (int i = 0; i < names->n; i++)
        if (!strcmp(names->list[i].name, name))
            return &names->list[i];
    GROW(names->list, names->n, names->room);
    names->list[names->n] = (struct dotted){.name = memory_string(name)};
    return &names->list[names->n++];
}

static bool has_ref(const struct dotted *n, const char *ref)
{
    for (int i = 0; i < n->n; i++)
        if (!strcmp(n->ref[i], ref))
            return true;
    return false;
}

/* Add a name; takes over ref. */
static void add(struct dotted_names *names, const char *name,
                const struct field *f, bool kind, char *ref)
{
    struct dotted *n = find(names, name);

    if ((n->field && !kind && !n->kind && are_alike(n->field, f)) ||
        has_ref(n, ref)) {
        free(ref);
        return;
    }
    if (!n->field)
        n->field = f;
    n->kind |= kind;
    GROW(n->ref, n->n, n->room);
    n->ref[n->n++] = ref;
}

static void walk(struct dotted_names *names, const char *prefix,
                 const struct kinds_form *form, bool within);

/* Add a field and, if `within`, those in it; takes over ref. */
static void add_field(struct dotted_names *names, const char *prefix,
                      const struct field *f, bool within, char *ref)
{
    char *name = memory_format("%s%s", prefix, f->name);

    add(names, name, f, false, ref);
    if (within && f->type == FIELD_TYPE_KIND) {
        const struct kinds_form form = field_form(f);
        char *kind = memory_format("%s.kind", name);
        char *inner = memory_format("%s.", name);

        add(names, kind, f, true, form_names(&form));
        walk(names, inner, &form, true);
        free(kind);
        free(inner);
    }
    free(name);
}

static void walk(struct dotted_names *names, const char *prefix,
                 const struct kinds_form *form, bool within)
{
    char *of = form_whole(form);

    for (const struct kind *const *k = form->kinds->list; *k; k++)
        for (const struct field *f = (*k)->fields; f->type; f++)
            add_field(
                names, prefix, f, within,
                memory_format("%s:%s/properties/%s", of, (*k)->name, f->name));
    for (const struct field *f = form_beside(form); within && f->type; f++)
        add_field(names, prefix, f, within,
                  memory_format("%s.fields/properties/%s", of, f->name));
    free(of);
}

void dotted_of_form(struct dotted_names *names, const struct kinds_form *form)
{
    walk(names, "", form, false);
}

void dotted_within(struct dotted_names *names, const char *prefix,
                   const struct kinds_form *form)
{
    walk(names, prefix, form, true);
}

void dotted_within_section(struct dotted_names *names, const char *prefix,
                           const char *name, const struct field *fields)
{
    for (const struct field *f = fields; f->type; f++)
        add_field(names, prefix, f, true,
                  memory_format("%s/properties/%s", name, f->name));
}

bool dotted_are_alike(const struct dotted *one, const struct dotted *other)
{
    if (one->n != other->n || strcmp(one->field->help, other->field->help) != 0)
        return false;
    for (int i = 0; i < one->n; i++)
        if (strcmp(one->ref[i], other->ref[i]) != 0)
            return false;
    return true;
}

void put_dotted(struct str *out, const char *name, const struct dotted *n)
{
    if (n->n == 1) {
        put_ref(out, name, "%s", n->ref[0]);
        return;
    }
    json_begin(out, name, '{');
    json_begin(out, "anyOf", '[');
    for (int i = 0; i < n->n; i++)
        put_ref(out, NULL, "%s", n->ref[i]);
    json_finish(out, ']');
    json_finish(out, '}');
}
