/* set.c - change a document: set values at dotted names. */
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "config/yaml/document_internal.h"

static void set_where(struct yaml_node *n, const char *where)
{
    free(n->where);
    n->where = memory_string(where);
    for (int i = 0; i < n->n; i++)
        set_where(n->child[i], where);
}

static bool is_blank(const char *s)
{
    return s[strspn(s, " \t\r\n")] == '\0';
}

static struct yaml_node *parse_set(const char *value, const char *where,
                                   struct error *e)
{
    struct yaml_node *n;

    e->text[0] = '\0';
    n = yaml_node_parse(where, value, strlen(value), e);
    if (!n && (*e->text == '\0' || is_blank(value))) {
        e->text[0] = '\0';
        n = yaml_node_new(ENTRY_SCALAR);
        n->value = memory_string("");
    }
    if (n)
        set_where(n, where);
    return n;
}

bool document_is_name(const char *value)
{
    struct error ignored;
    struct yaml_node *n = parse_set(value, "", &ignored);
    const bool is = n && n->type == ENTRY_SCALAR && text_is_plain(n->value);

    yaml_node_free(n);
    return is;
}

/* A kind's name alone, `X: NAME`, becomes `X: {kind: NAME}`. */
static void spell_out(struct yaml_node *n)
{
    struct yaml_node *kind = yaml_node_copy(n);

    free(kind->key);
    kind->key = memory_string("kind");
    free(n->value);
    n->value = NULL;
    n->type = ENTRY_MAPPING;
    yaml_node_add(n, kind);
}

/* The source of a value that is set, and whether it is only a changed
 * default. */
struct setting_origin {
    const char *where;
    bool preset;
};

/* The last part of a dotted name. */
static const char *last_part(const char *name)
{
    const char *dot = strrchr(name, '.');

    return dot ? dot + 1 : name;
}

/* The length of the part before the last part and its dot. */
static size_t path_len(const char *name)
{
    const char *last = last_part(name);

    return last == name ? 0 : (size_t)(last - name) - 1;
}

/* A node on the path to a value that is set gets its `where`, but counts as not
 * set itself. */
static void lead(struct yaml_node *n, const struct setting_origin *from)
{
    n->leads |= !n->where;
    free(n->where);
    n->where = memory_string(from->where);
}

/* The mapping at the first `size` characters of a dotted name; it is created if
 * necessary. */
static struct yaml_node *make_mapping(struct document *d, const char *path,
                                      size_t size,
                                      const struct setting_origin *from,
                                      struct error *e)
{
    struct yaml_node *n = d->root;

    for (const char *end = path + size, *part = path; part < end;) {
        const size_t dot = strcspn(part, "."), left = (size_t)(end - part);
        const size_t len = dot < left ? dot : left;
        struct yaml_node *next = yaml_node_member(n, part, len);

        if (!next) {
            next = yaml_node_new(ENTRY_MAPPING);
            next->key = memory_format("%.*s", (int)len, part);
            lead(next, from);
            next->preset = from->preset;
            yaml_node_add(n, next);
        }
        if (next->type == ENTRY_SCALAR && strcmp(next->key, "kind") != 0 &&
            text_is_plain(next->value))
            spell_out(next);
        if (next->type != ENTRY_MAPPING) {
            error_set(e, "%s: '%s' has no fields", from->where, next->key);
            return NULL;
        }
        if (next->former && !from->preset) {
            /* a field in it is set, so it belongs to the present kind */
            free(next->former);
            next->former = NULL;
            lead(next, from);
        }
        n = next;
        part += len + 1;
    }
    return n;
}

/* When a `kind` changes, the fields beside it are marked with the former one's
 * name. */
static void mark_former(struct yaml_node *mapping, const struct yaml_node *kind)
{
    const struct yaml_node *old = yaml_node_member(mapping, "kind", 4);
    const char *was = old && old->value ? old->value : "";

    if (kind->type != ENTRY_SCALAR || strcmp(was, kind->value) == 0)
        return;
    for (int i = 0; i < mapping->n; i++) {
        struct yaml_node *n = mapping->child[i];

        if (n != old && !n->former)
            n->former = memory_string(was);
    }
}

/* `X: NAME`, if X has a kind already, sets X.kind. */
static struct yaml_node *kind_in(struct yaml_node *is,
                                 const struct yaml_node *value)
{
    return value->type == ENTRY_SCALAR ? yaml_node_member(is, "kind", 4) : NULL;
}

static void put(struct yaml_node *mapping, struct yaml_node *value)
{
    struct yaml_node *is =
        yaml_node_member(mapping, value->key, strlen(value->key));

    if (is && kind_in(is, value)) {
        free(value->key);
        value->key = memory_string("kind");
        put(is, value);
        return;
    }
    if (strcmp(value->key, "kind") == 0)
        mark_former(mapping, value);
    for (int i = 0; i < mapping->n; i++)
        if (mapping->child[i] == is) {
            yaml_node_free(is);
            mapping->child[i] = value;
            return;
        }
    yaml_node_add(mapping, value);
}

static bool is_dotted(const char *name)
{
    size_t n = strlen(name);

    return n && name[0] != '.' && name[n - 1] != '.' && !strstr(name, "..");
}

/* Set `key` in the mapping at the first n characters of a path. */
static int set_in(struct document *d, const char *path, size_t n,
                  const char *key, const char *value,
                  const struct setting_origin *from, struct error *e)
{
    struct yaml_node *is, *parent;

    if (!is_dotted(key))
        return error_set(e, "%s: expected a name such as model.hidden",
                         from->where);
    is = parse_set(value, from->where, e);
    if (!is)
        return -1;
    is->preset = from->preset;
    parent = make_mapping(d, path, n, from, e);
    if (!parent) {
        yaml_node_free(is);
        return -1;
    }
    is->key = memory_string(key);
    put(parent, is);
    return 0;
}

static int set_as(struct document *d, const char *name, const char *value,
                  const struct setting_origin *from, struct error *e)
{
    return set_in(d, name, path_len(name),
                  is_dotted(name) ? last_part(name) : "", value, from, e);
}

int document_set(struct document *d, const char *name, const char *value,
                 const char *where, struct error *e)
{
    return set_as(d, name, value, &(struct setting_origin){.where = where}, e);
}

void document_yield(struct document *d, const char *name)
{
    struct yaml_node *n = yaml_node_at(d->root, name);

    if (n && n->where)
        n->preset = true;
}

int document_preset(struct document *d, const char *name, const char *value,
                    const char *where, struct error *e)
{
    const struct setting_origin from = {where, .preset = true};

    return document_has(d, name) ? 0 : set_as(d, name, value, &from, e);
}

/* Remove the node at a dotted name, which must exist; the caller owns it. */
static struct yaml_node *taken_out(struct yaml_node *root, const char *name)
{
    char *path = memory_format("%.*s", (int)path_len(name), name);
    struct yaml_node *parent = yaml_node_at(root, path),
                     *out = yaml_node_at(root, name);
    int kept = 0;

    for (int i = 0; i < parent->n; i++)
        if (parent->child[i] != out)
            parent->child[kept++] = parent->child[i];
    parent->n = kept;
    free(path);
    return out;
}

int document_move(struct document *d, const char *from, const char *to,
                  const char *where, struct error *e)
{
    const struct setting_origin origin = {.where = where};
    struct yaml_node *parent, *n;

    if (!document_has(d, from))
        return 0;
    if (document_has(d, to))
        return error_set(e, "%s: both %s and %s are given", where, from, to);
    parent = make_mapping(d, to, path_len(to), &origin, e);
    if (!parent)
        return -1;
    n = taken_out(d->root, from);
    free(n->key);
    n->key = memory_string(last_part(to));
    put(parent, n);
    return 0;
}

int document_set_key(struct document *d, const char *parent, const char *key,
                     const char *value, const char *where, struct error *e)
{
    return set_in(d, parent, strlen(parent), key, value,
                  &(struct setting_origin){.where = where}, e);
}
