/* variants.c - reading the section sweep.variants: of an experiment file. */
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "sweep/experiment/experiment_internal.h"

#define LONGEST 100 /* bytes of a name */

/* --- reading ------------------------------------------------------------- */

/* Read a name, which is used in tables and in texts with one line per field. */
static int read_name(struct experiment *x, struct variant *v,
                     const struct entry *at, struct error *e)
{
    const size_t n = strlen(at->key);
    struct str shown = {0};
    size_t k = 0;

    v->name = memory_string(at->key);
    digest_map_add(&x->variant_names, digest_of(at->key, n), v - x->variant);
    while (k < n && (unsigned char)at->key[k] >= ' ' && at->key[k] != 127)
        k++;
    if (k == n && n <= LONGEST)
        return 0;
    text_quote(at->key, &shown);
    document_key_error(x->document, at, e,
                       "sweep.variants: found the name %.*s, expected %d "
                       "bytes at most, without control characters",
                       2 * LONGEST, str_text(&shown), LONGEST);
    str_release(&shown);
    return -1;
}

static const struct variant_field *find_field(const struct variant *v,
                                              const char *name, size_t n)
{
    for (int i = 0; i < v->n; i++)
        if (strlen(v->field[i].name) == n &&
            memcmp(v->field[i].name, name, n) == 0)
            return &v->field[i];
    return NULL;
}

bool variant_sets(const struct variant *v, const char *name, size_t n)
{
    const struct variant_field *f = find_field(v, name, n);

    return f && f->value;
}

/* True for a field within a kind that --set gives. */
static bool is_within_set(const struct experiment *x, const char *name)
{
    bool set = false;

    for (const char *dot = name; !set && (dot = strchr(dot, '.')); dot++) {
        char *kind = memory_format("%.*s.kind", (int)(dot - name), name);

        set = space_is_set(x, kind);
        free(kind);
    }
    return set;
}

static void note_given(struct experiment *x, const char *name)
{
    for (int i = 0; i < x->given; i++)
        if (strcmp(x->given_name[i], name) == 0)
            return;
    GROW(x->given_name, x->given, x->given_room);
    x->given_name[x->given++] = memory_string(name);
}

/* Add a field.  What --set gives a value has that in every variant, as a swept
 * field has it in every trial. */
static int add_field(struct experiment *x, struct variant *v, const char *key,
                     const struct entry *at, struct error *e)
{
    const bool kind = !strcmp(key, "model") || !strcmp(key, "task");
    char *whole = memory_format("%s%s", key, kind ? ".kind" : "");
    char *name = field_name(x, whole, at->type == ENTRY_SCALAR);
    char *title = memory_format("sweep.variants: %s", v->name);
    int failed = space_check_name(x, at, title, name, e) ||
                         space_check_kind(x, name, at, e)
                     ? -1
                     : 0;

    if (!failed && find_field(v, name, strlen(name)))
        failed = document_key_error(x->document, at, e, "%s: found %s twice",
                                    title, name);
    if (!failed) {
        const bool given = space_is_set(x, name);

        if (given)
            note_given(x, name);
        GROW(v->field, v->n, v->room);
        v->field[v->n++] =
            (struct variant_field){.name = memory_string(name),
                                   .value = given ? NULL : space_yaml(at),
                                   .where = space_place(x, at),
                                   .yields = is_within_set(x, name)};
    }
    free(whole);
    free(name);
    free(title);
    return failed;
}

/* Add the fields of an entry with the dotted name `name`: itself or, for a
 * mapping, the fields in it. */
static int add_fields(struct experiment *x, struct variant *v, const char *name,
                      const struct entry *at, struct error *e)
{
    struct entry *list;
    int n, failed = 0;

    if (at->type != ENTRY_MAPPING)
        return add_field(x, v, name, at, e);
    n = document_entries_of(x->document, at, &list);
    for (int i = 0; i < n && !failed; i++) {
        char *inner =
            memory_format("%s%s%s", name, *name ? "." : "", list[i].key);

        failed = add_fields(x, v, inner, &list[i], e);
        free(inner);
    }
    free(list);
    return failed;
}

static int dots(const char *s)
{
    int n = 0;

    for (; *s; s++)
        n += *s == '.';
    return n;
}

/* Sort kinds before those inside them: model.kind before model.attention.kind,
 * whose fields would otherwise be looked up in the earlier model. */
static void put_outer_first(struct variant *v)
{
    for (int i = 1; i < v->n; i++)
        for (int k = i;
             k && dots(v->field[k].name) < dots(v->field[k - 1].name); k--) {
            const struct variant_field f = v->field[k];

            v->field[k] = v->field[k - 1];
            v->field[k - 1] = f;
        }
}

static int read_variant(struct experiment *x, const struct entry *at,
                        struct error *e)
{
    struct variant *v = &x->variant[x->variants++];
    char *title;
    int failed;

    if (read_name(x, v, at, e))
        return -1;
    v->where = space_place(x, at);
    if (at->type == ENTRY_MAPPING)
        failed = add_fields(x, v, "", at, e);
    else {
        title = memory_format("sweep.variants: %s", v->name);
        failed = space_fail(x, at, title,
                            "fields such as {model.hidden: 50}, or {}", e);
        free(title);
    }
    put_outer_first(v);
    return failed;
}

/* Find a variant; NULL if there is none. */
static const struct variant *find_variant(const struct experiment *x,
                                          const char *name)
{
    const long at =
        digest_map_find(&x->variant_names, digest_of(name, strlen(name)));

    return at < 0 ? NULL : &x->variant[at];
}

static void refuse_variant(const struct experiment *x, const struct entry *at,
                           const char *title, struct error *e)
{
    const char **names = memory_zeroed((size_t)x->variants + 1, sizeof(*names));

    for (int i = 0; i < x->variants; i++)
        names[i] = x->variant[i].name;
    if (x->variants)
        space_fail_name(x, at, title, names, x->variants, e);
    else
        space_fail(x, at, title, "no variant without sweep.variants", e);
    free(names);
}

const struct variant *variant_named(const struct experiment *x,
                                    const struct entry *at, const char *title,
                                    struct error *e)
{
    const struct variant *v = at->value ? find_variant(x, at->value) : NULL;

    if (!v)
        refuse_variant(x, at, title, e);
    return v;
}

/* --- the parameter that selects a variant --------------------------------- */

static bool add_choice(struct parameter *p, const struct variant *v)
{
    return parameter_add(p, memory_string(v->name), memory_string(v->where));
}

static int choose_one(const struct experiment *x, struct parameter *p,
                      const struct entry *at, struct error *e)
{
    const struct variant *v =
        variant_named(x, at, "sweep.parameters: variant", e);

    if (!v)
        return -1;
    if (add_choice(p, v))
        return 0;
    return document_error(x->document, at, e,
                          "sweep.parameters: variant has the value %s twice",
                          v->name);
}

/* Add all variants, or those that sweep.parameters lists. */
static int choose(const struct experiment *x, struct parameter *p,
                  struct error *e)
{
    struct entry all, at, *list;
    int n, failed = 0;

    if (!document_find(x->document, "sweep.parameters", &all) ||
        !document_member(&all, VARIANT, &at)) {
        for (int i = 0; i < x->variants; i++)
            add_choice(p, &x->variant[i]);
        return 0;
    }
    n = document_entries_of(x->document, &at, &list);
    if (at.type != ENTRY_SEQUENCE || n == 0)
        failed = space_fail(x, &at, "sweep.parameters: variant",
                            "a list of names in sweep.variants", e);
    for (int i = 0; i < n && !failed; i++)
        failed = choose_one(x, p, &list[i], e);
    free(list);
    return failed;
}

int variants_read(struct experiment *x, struct error *e)
{
    static const char expected[] =
        "names and their fields such as {small: {model.hidden: 50}}";
    struct parameter *p = x->search.space.parameter;
    struct entry at, *list;
    int n, failed = 0;

    if (!document_find(x->document, "sweep.variants", &at))
        return 0;
    if (at.type != ENTRY_MAPPING)
        return space_fail(x, &at, "sweep.variants", expected, e);
    n = document_entries_of(x->document, &at, &list);
    x->variant = memory_zeroed((size_t)n + 1, sizeof(*x->variant));
    if (n == 0)
        failed =
            document_error(x->document, &at, e,
                           "sweep.variants: found none, expected %s", expected);
    for (int i = 0; i < n && !failed; i++)
        failed = read_variant(x, &list[i], e);
    free(list);
    if (failed)
        return -1;
    p->name = memory_string(VARIANT);
    p->where = space_place(x, &at);
    x->search.space.n = 1;
    return choose(x, p, e);
}

/* True for the name of a section, or of a field in it. */
static bool is_within(const char *name, const char *section)
{
    const size_t n = strlen(section);

    return strncmp(name, section, n) == 0 &&
           (name[n] == '\0' || name[n] == '.');
}

bool experiment_variants_set(const struct experiment *x, const char *field)
{
    for (int i = 0; i < x->variants; i++)
        for (int k = 0; k < x->variant[i].n; k++)
            if (x->variant[i].field[k].value &&
                is_within(field, x->variant[i].field[k].name))
                return true;
    return false;
}

/* A swept section replaces every field in it. */
int variants_leave(const struct experiment *x, const struct parameter *p,
                   const struct entry *at, struct error *e)
{
    for (int i = 0; i < x->variants; i++)
        for (int k = 0; k < x->variant[i].n; k++)
            if (x->variant[i].field[k].value &&
                is_within(x->variant[i].field[k].name, p->name))
                return document_key_error(x->document, at, e,
                                          "sweep.parameters: found %s, "
                                          "which variant '%s' sets; expected "
                                          "it in one of the two",
                                          at->key, x->variant[i].name);
    return 0;
}

void variants_release(struct experiment *x)
{
    for (int i = 0; i < x->variants; i++) {
        struct variant *v = &x->variant[i];

        for (int k = 0; k < v->n; k++) {
            free(v->field[k].name);
            free(v->field[k].value);
            free(v->field[k].where);
        }
        free(v->field);
        free(v->name);
        free(v->where);
    }
    free(x->variant);
    digest_map_release(&x->variant_names);
    for (int i = 0; i < x->given; i++)
        free(x->given_name[i]);
    free(x->given_name);
}

/* --- in a trial, and as text --------------------------------------------- */

const struct variant *variant_of(const struct experiment *x,
                                 const struct assignment *a)
{
    return x->variants ? find_variant(x, a->value[0]) : NULL;
}

int variant_set(const struct variant *v, bool kinds, const char *title,
                struct document *d, struct error *e)
{
    for (int i = 0; i < v->n; i++) {
        const struct variant_field *f = &v->field[i];
        char *where;
        int failed;

        if (!f->value || names_kind(f->name) != kinds)
            continue;
        where = memory_format("%s: %s", f->where, title);
        failed = document_set(d, f->name, f->value, where, e);
        free(where);
        if (failed)
            return -1;
        if (f->yields)
            document_yield(d, f->name);
    }
    return 0;
}

void variants_yield(const struct experiment *x, const struct variant *v,
                    struct document *d)
{
    for (int i = 0; i < x->given; i++)
        if (!find_field(v, x->given_name[i], strlen(x->given_name[i])))
            document_yield(d, x->given_name[i]);
}

void variants_text(const struct experiment *x, struct str *out)
{
    for (int c = 0; x->variants && c < x->search.space.parameter->n; c++) {
        const struct variant *v =
            find_variant(x, x->search.space.parameter->value[c]);

        str_addf(out, "sweep.variants.%d: %s {", c + 1, v->name);
        const char *between = "";

        for (int i = 0; i < v->n; i++)
            if (v->field[i].value) {
                str_addf(out, "%s%s: %s", between, v->field[i].name,
                         v->field[i].value);
                between = ", ";
            }
        str_adds(out, "}\n");
    }
}
