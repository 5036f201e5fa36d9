/* bind_unknown.c - errors about members of a mapping that are not its
 * fields. */
#include "config/yaml/bind.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

/* Add the kinds that have a field which this one lacks. */
static void add_owners(const struct kinds *kinds, const char *name,
                       struct str *out)
{
    const char **names;
    int n = 0;

    kinds_list(kinds, &names);
    for (int i = 0; kinds->list[i]; i++)
        if (field_find(kinds->list[i]->fields, name))
            names[n++] = kinds->list[i]->name;
    if (n) {
        str_addf(out, "; it is a field of %s ", kinds->sort);
        names_list(names, n, out);
    }
    free(names);
}

/* Add the KIND field of this section that may have a field of that name. */
static void add_inner(const struct section *s, const struct field *fields,
                      const char *name, struct str *out)
{
    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++)
        if (f->type == FIELD_TYPE_KIND && kinds_field_at(f->kinds, name)) {
            str_addf(out, "; it is a field of %s%s%s", s->path,
                     *s->path ? "." : "", f->name);
            return;
        }
}

/* The names of all fields that the section may have; the caller frees the
 * array. */
static int names_in(const struct section *s, const struct field *fields,
                    const char ***names)
{
    const char **beside = NULL;
    const int n = fields_list(fields, names),
              more = s->beside ? fields_list(s->beside, &beside) : 0;

    *names = memory_resize(*names, (size_t)(n + more + 1) * sizeof(**names));
    for (int i = 0; i < more; i++)
        (*names)[n + i] = beside[i];
    free(beside);
    return n + more;
}

/* "0,001" within braces is 0 and a field 001: add the number that was meant. */
static void add_decimal(const struct section *s, const struct yaml_node *n,
                        struct str *out)
{
    const size_t digits = strspn(n->key, "0123456789");

    for (int i = 1; !n->key[digits] && i < s->node->n; i++) {
        const struct yaml_node *before = s->node->child[i - 1];
        long whole;

        if (s->node->child[i] == n && n->type == ENTRY_SCALAR && !*n->value &&
            before->type == ENTRY_SCALAR && !scalar_int(before, &whole))
            str_addf(out,
                     "; '%s: %s,%s' is read as two fields: write a number with "
                     "a point before its decimals, and no comma between "
                     "thousands",
                     before->key, before->value, n->key);
    }
}

static void say_unknown(struct binding *b, const struct yaml_node *n,
                        const char *in, const char *hint)
{
    struct str shown = {0};

    show_short(n->key, &shown);
    yaml_node_error(b->d->name, n, true, b->e, "unknown field '%s' in %s%s",
                    str_text(&shown), in, hint);
    str_release(&shown);
}

int fail_unknown(struct binding *b, const struct section *s,
                 const struct field *fields, const struct yaml_node *n)
{
    struct str hint = {0};
    const char **names;
    int count = names_in(s, fields, &names);

    add_decimal(s, n, &hint);
    if (hint.len == 0 && s->kinds)
        add_owners(s->kinds, n->key, &hint);
    if (hint.len == 0)
        add_inner(s, fields, n->key, &hint);
    if (hint.len == 0)
        nearest_hint(n->key, names, count, &hint);
    if (hint.len == 0 && count) {
        str_adds(&hint, count == 1 ? "; expected " : "; expected one of ");
        names_list(names, count, &hint);
    }
    say_unknown(b, n, s->title, str_text(&hint));
    free(names);
    str_release(&hint);
    return -1;
}

/* --- the kind is unset ---------------------------------------------------- */

static bool may_have(const struct field *f, const char *name)
{
    return field_find(field_beside(f), name) || kinds_field_at(f->kinds, name);
}

/* Add the nearest name among the fields of all kinds and those beside. */
static void add_nearest(const struct field *f, const char *name,
                        struct str *out)
{
    const char **all = NULL;
    int n = 0, room = 0;

    for (int k = -1; k < 0 || f->kinds->list[k]; k++) {
        const struct field *field =
            k < 0 ? field_beside(f) : f->kinds->list[k]->fields;

        for (; field->type != FIELD_TYPE_END; field++) {
            GROW(all, n, room);
            all[n++] = field->name;
        }
    }
    nearest_hint(name, all, n, out);
    free(all);
}

int fail_unset(struct binding *b, const struct field *f,
               const struct yaml_node *n, const char *path)
{
    struct str hint = {0};
    char *name;

    if (may_have(f, n->key)) {
        name = memory_format("%s.%s", path, n->key);
        fail_value(b, n, name, "none where the kind is " KIND_UNSET);
    } else {
        name = memory_format("%s (" KIND_UNSET ")", path);
        add_nearest(f, n->key, &hint);
        say_unknown(b, n, name, str_text(&hint));
    }
    str_release(&hint);
    free(name);
    return -1;
}
