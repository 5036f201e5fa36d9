/* node.c - the tree of a document, and descriptions of nodes in errors. */
#include "config/yaml/node.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/core/show.h"
#include "base/core/utf8.h"

#define SHOWN 60 /* bytes of a user's text that an error shows */

struct yaml_node *yaml_node_new(enum entry_type type)
{
    struct yaml_node *n = memory_zeroed(1, sizeof(*n));

    n->type = type;
    return n;
}

void yaml_node_free(struct yaml_node *n)
{
    if (!n)
        return;
    for (int i = 0; i < n->n; i++)
        yaml_node_free(n->child[i]);
    free(n->child);
    free(n->key);
    free(n->value);
    free(n->where);
    free(n->former);
    free(n);
}

static char *copied(const char *s)
{
    return s ? memory_string(s) : NULL;
}

/* Copy a node without its children. */
static struct yaml_node *copy_alone(const struct yaml_node *n)
{
    struct yaml_node *c = yaml_node_new(n->type);

    *c = *n;
    c->key = copied(n->key);
    c->value = copied(n->value);
    c->where = copied(n->where);
    c->former = copied(n->former);
    c->child = NULL;
    c->n = c->room = 0;
    return c;
}

struct yaml_node *yaml_node_copy(const struct yaml_node *n)
{
    struct yaml_node *c = copy_alone(n);

    for (int i = 0; i < n->n; i++)
        yaml_node_add(c, yaml_node_copy(n->child[i]));
    return c;
}

static bool is_one_of(const char *key, const char *const *keys)
{
    while (*keys && strcmp(*keys, key) != 0)
        keys++;
    return *keys != NULL;
}

struct yaml_node *yaml_node_copy_of(const struct yaml_node *n,
                                    const char *const *keys)
{
    struct yaml_node *c = copy_alone(n);

    for (int i = 0; i < n->n; i++)
        if (is_one_of(n->child[i]->key, keys))
            yaml_node_add(c, yaml_node_copy(n->child[i]));
    return c;
}

void yaml_node_add(struct yaml_node *parent, struct yaml_node *child)
{
    GROW(parent->child, parent->n, parent->room);
    parent->child[parent->n++] = child;
}

struct yaml_node *yaml_node_member(const struct yaml_node *mapping,
                                   const char *key, size_t n)
{
    if (mapping->type != ENTRY_MAPPING)
        return NULL;
    for (int i = 0; i < mapping->n; i++)
        if (strlen(mapping->child[i]->key) == n &&
            memcmp(mapping->child[i]->key, key, n) == 0)
            return mapping->child[i];
    return NULL;
}

struct yaml_node *yaml_node_at(const struct yaml_node *root, const char *name)
{
    struct yaml_node *n = (struct yaml_node *)root;

    while (n && *name) {
        size_t len = strcspn(name, ".");

        n = yaml_node_member(n, name, len);
        name += len;
        name += *name == '.';
    }
    return n;
}

void show_short(const char *text, struct str *out)
{
    const size_t n = strlen(text), end = utf8_cut(text, n, SHOWN);

    show_bytes(text, end, out);
    if (end < n)
        str_adds(out, "...");
}

void yaml_node_found(const struct yaml_node *n, struct str *out)
{
    if (n->type == ENTRY_MAPPING) {
        str_adds(out, "a mapping");
    } else if (n->type == ENTRY_SEQUENCE) {
        str_adds(out, "a list");
    } else if (!*n->value && !n->quoted) {
        str_adds(out, "nothing");
    } else {
        str_adds(out, n->quoted ? "the text \"" : "'");
        show_short(n->value, out);
        str_adds(out, n->quoted ? "\"" : "'");
    }
}

void yaml_node_position(const char *file, const struct yaml_node *n, bool key,
                        struct str *out)
{
    struct yaml_position at = {0};

    if (n && n->where) {
        str_adds(out, n->where);
        return;
    }
    if (n)
        at = key && n->key_at.line ? n->key_at : n->at;
    str_adds(out, file);
    if (at.line)
        str_addf(out, ": line %d, column %d", at.line, at.column);
}

int yaml_node_error(const char *file, const struct yaml_node *n, bool key,
                    struct error *e, const char *fmt, ...)
{
    struct str text = {0}, where = {0};
    va_list args;

    va_start(args, fmt);
    str_addv(&text, fmt, args);
    va_end(args);
    yaml_node_position(file, n, key, &where);
    error_set(e, "%s: %s", str_text(&where), str_text(&text));
    str_release(&text);
    str_release(&where);
    return -1;
}

static const char *skip_digits(const char *s)
{
    return s + strspn(s, "0123456789");
}

/* YAML 1.2: [-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?
 */
static bool is_real(const char *s)
{
    const char *digits, *after;

    s += *s == '-' || *s == '+';
    digits = s;
    s = skip_digits(s);
    after = s;
    if (*s == '.') {
        s = skip_digits(s + 1);
        if (after == digits && s == after + 1)
            return false;
    } else if (after == digits) {
        return false;
    }
    if (*s == 'e' || *s == 'E') {
        s++;
        s += *s == '-' || *s == '+';
        after = skip_digits(s);
        if (after == s)
            return false;
        s = after;
    }
    return *s == '\0';
}

int scalar_real(const struct yaml_node *n, double *out)
{
    if (n->type != ENTRY_SCALAR || n->quoted || !is_real(n->value))
        return -1;
    *out = strtod(n->value, NULL) + 0.0; /* -0 is 0 */
    return isfinite(*out) ? 0 : -1;
}

int scalar_int(const struct yaml_node *n, long *out)
{
    const char *digits = n->value;

    if (n->type != ENTRY_SCALAR || n->quoted)
        return -1;
    digits += *digits == '-' || *digits == '+';
    if (!*digits || *skip_digits(digits))
        return -1;
    errno = 0;
    *out = strtol(n->value, NULL, 10);
    return errno == ERANGE ? -2 : 0;
}
