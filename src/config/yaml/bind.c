/* bind.c - check the fields of a mapping and store them in a struct. */
#include "config/yaml/bind.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

static int bind_fields(struct binding *b, const struct section *s,
                       const struct field *fields, void *conf);
static int bind_kind(struct binding *b, const struct section *s,
                     struct chosen *c);

static char *joined(const char *path, const char *name)
{
    return memory_format("%s%s%s", path, *path ? "." : "", name);
}

/* True if a kind without a field of that name ignores it: it is a changed
 * default, or was written for another kind that was here before. */
static bool is_left_out(const struct yaml_node *n)
{
    return n->former || n->preset;
}

/* True if all members are ignored, so that none of them implies a kind. */
static bool has_left_out(const struct yaml_node *n)
{
    for (int i = 0; i < n->n; i++)
        if (!is_left_out(n->child[i]))
            return false;
    return n->n > 0;
}

/* True if the kind is given as `unset`, alone or as `kind:` of a mapping, or if
 * no kind is given and all fields are ignored. */
static bool gives_none(const struct field *f, const struct yaml_node *n)
{
    const struct yaml_node *kind =
        n->type == ENTRY_MAPPING ? yaml_node_member(n, "kind", 4) : n;

    if (!field_is_unset(f))
        return false;
    if (!kind)
        return has_left_out(n);
    return kind->type == ENTRY_SCALAR && !strcmp(kind->value, KIND_UNSET);
}

/* Without a kind only ignored fields are allowed. */
static int bind_none(struct binding *b, const struct yaml_node *n,
                     const char *path, const struct field *f)
{
    for (int i = 0; n->type == ENTRY_MAPPING && i < n->n; i++)
        if (strcmp(n->child[i]->key, "kind") != 0 && !is_left_out(n->child[i]))
            return fail_unset(b, f, n->child[i], path);
    return 0;
}

static int bind_kind_field(struct binding *b, const struct yaml_node *n,
                           const char *path, const struct field *f, void *p)
{
    const struct section s = {.node = n,
                              .around = n,
                              .path = path,
                              .kinds = f->kinds,
                              .preset = f->preset_text,
                              .beside = field_beside(f)};

    return gives_none(f, n) ? bind_none(b, n, path, f) : bind_kind(b, &s, p);
}

/* True if the field was written for the kind that was here before. */
static bool belongs_to_former(const struct section *s,
                              const struct yaml_node *n)
{
    const struct kind *former;

    if (!n->former || !s->kinds)
        return false;
    former = *n->former  ? kinds_find(s->kinds, n->former)
             : s->preset ? kinds_find(s->kinds, s->preset)
                         : NULL;
    return former && field_find(former->fields, n->key);
}

/* The field with a name; *conf becomes the struct that holds it. */
static const struct field *find(const struct section *s,
                                const struct field *fields, const char *name,
                                void **conf)
{
    const struct field *f = field_find(fields, name);

    if (f || !s->beside)
        return f;
    *conf = s->place;
    return field_find(s->beside, name);
}

static int bind_member(struct binding *b, const struct section *s,
                       const struct field *fields, const struct yaml_node *n,
                       void *conf)
{
    const struct field *f = find(s, fields, n->key, &conf);
    char *path;
    int failed;

    if (s->kinds && strcmp(n->key, "kind") == 0)
        return 0;
    if (!f)
        return n->preset || belongs_to_former(s, n)
                   ? 0
                   : fail_unknown(b, s, fields, n);
    path = joined(s->path, n->key);
    failed = (f->type == FIELD_TYPE_KIND ? bind_kind_field : bind_value)(
        b, n, path, f, (char *)conf + f->offset);
    free(path);
    return failed;
}

/* A field that is not given: an error if it is required, or a default kind,
 * which may have required fields. */
static int bind_absent(struct binding *b, const struct section *s,
                       const struct field *f, void *conf)
{
    struct section inner = {
        .around = s->around, .kinds = f->kinds, .preset = f->preset_text};
    char *path;
    int failed;

    if (f->required)
        return yaml_node_error(b->d->name, s->around, true, b->e,
                               "missing field '%s' in %s; expected %s", f->name,
                               s->title, f->help);
    if (f->type != FIELD_TYPE_KIND || field_is_unset(f))
        return 0;
    path = joined(s->path, f->name);
    inner.path = path;
    failed = bind_kind(b, &inner, (void *)((char *)conf + f->offset));
    free(path);
    return failed;
}

static int bind_fields(struct binding *b, const struct section *s,
                       const struct field *fields, void *conf)
{
    if (s->node && s->node->type != ENTRY_MAPPING)
        return fail_value(b, s->node, s->path, "fields such as {name: value}");
    for (int i = 0; s->node && i < s->node->n; i++)
        if (bind_member(b, s, fields, s->node->child[i], conf))
            return -1;
    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++) {
        if (s->node && yaml_node_member(s->node, f->name, strlen(f->name)))
            continue;
        if (bind_absent(b, s, f, conf))
            return -1;
    }
    return 0;
}

/* The node that names the kind of a section: `kind: NAME` in it, or itself. */
static const struct yaml_node *kind_node(const struct section *s)
{
    if (!s->node || s->node->type == ENTRY_SCALAR)
        return s->node;
    return yaml_node_member(s->node, "kind", 4);
}

/* The kind that a section names, or its default. */
static const struct kind *choose(struct binding *b, const struct section *s)
{
    const struct yaml_node *n = kind_node(s);
    const char *name = n ? n->value : s->preset;
    const struct kind *k = name ? kinds_find(s->kinds, name) : NULL;
    const char **names;
    int count;

    if (k)
        return k;
    count = kinds_list(s->kinds, &names);
    if (s->preset && !*s->preset) {
        names = memory_resize(names, (size_t)(count + 1) * sizeof(*names));
        names[count++] = KIND_UNSET;
    }
    if (n) {
        char *path =
            n == s->node ? memory_string(s->path) : joined(s->path, "kind");

        fail_name(b, n, path, names, count);
        free(path);
    } else {
        struct str list = {0};

        names_list(names, count, &list);
        yaml_node_error(b->d->name, s->node ? s->node : s->around, true, b->e,
                        "missing field '%s.kind'; expected %s%s", s->path,
                        count == 1 ? "" : "one of ", str_text(&list));
        str_release(&list);
    }
    free(names);
    return NULL;
}

/* The error is at the field with which its text begins, if that is given; else
 * at the section.  The kinds inside were checked when they were bound. */
static int check(struct binding *b, const struct section *s,
                 const struct chosen *c)
{
    struct error why = {0};
    struct entry at;

    if (!chosen_check(c, !b->d->stored, &why))
        return 0;
    char *path = memory_format("%s.%.*s", s->path, (int)strcspn(why.text, ": "),
                               why.text);
    const bool given = document_find(b->d, path, &at);

    free(path);
    if (given)
        return document_error(b->d, &at, b->e, "%s.%s", s->path, why.text);
    return yaml_node_error(b->d->name, s->node ? s->node : s->around, true,
                           b->e, "%s.%s", s->path, why.text);
}

static int bind_kind(struct binding *b, const struct section *s,
                     struct chosen *c)
{
    struct section inner = *s;
    const struct kind *k;
    char *title;
    int failed;

    chosen_release(c);
    if (s->node && s->node->type == ENTRY_SEQUENCE)
        return fail_value(b, s->node, s->path,
                          "a kind's name, or fields such as {kind: NAME, "
                          "...}");
    k = choose(b, s);
    if (!k)
        return -1;
    if (chosen_preset(c, s->kinds, k->name))
        assert(!"a kind that was found is found again");
    title = memory_format("%s (%s)", s->path, k->name);
    inner.title = title;
    inner.place = c;
    if (s->node && s->node->type == ENTRY_SCALAR)
        inner.node = NULL;
    failed = bind_fields(b, &inner, k->fields, c->conf) || check(b, s, c);
    free(title);
    return failed ? -1 : 0;
}

static size_t conf_size(const struct field *fields)
{
    static const size_t size[] = {
        [FIELD_TYPE_INT] = sizeof(long),
        [FIELD_TYPE_REAL] = sizeof(double),
        [FIELD_TYPE_BOOL] = sizeof(bool),
        [FIELD_TYPE_CHOICE] = sizeof(int),
        [FIELD_TYPE_TEXT] = sizeof(char *),
        [FIELD_TYPE_TEXTS] = sizeof(struct texts),
        [FIELD_TYPE_KIND] = sizeof(struct chosen),
    };
    size_t end = 0;

    for (const struct field *f = fields; f->type != FIELD_TYPE_END; f++) {
        const size_t beside = conf_size(field_beside(f));
        const size_t all = size[f->type] > beside ? size[f->type] : beside;

        if (f->offset + all > end)
            end = f->offset + all;
    }
    return end;
}

int document_bind(const struct document *d, const char *name,
                  const struct field *fields, void *conf, struct error *e)
{
    struct binding b = {d, e};
    const struct yaml_node *n = yaml_node_at(d->root, name);
    const struct section s = {.node = n,
                              .around = n,
                              .path = name,
                              .title = *name ? name : "this file"};

    memset(conf, 0, conf_size(fields));
    fields_preset(fields, conf);
    if (bind_fields(&b, &s, fields, conf)) {
        fields_release(fields, conf);
        return -1;
    }
    return 0;
}

int document_bind_kind(const struct document *d, const char *name,
                       const struct kinds *kinds, struct chosen *c,
                       struct error *e)
{
    struct binding b = {d, e};
    const struct yaml_node *n = yaml_node_at(d->root, name);
    const struct section s = {
        .node = n, .around = n, .path = name, .kinds = kinds};

    *c = (struct chosen){0};
    if (bind_kind(&b, &s, c)) {
        chosen_release(c);
        return -1;
    }
    return 0;
}
