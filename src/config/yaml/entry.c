/* entry.c - descriptions of an entry: its place, its value, its YAML. */
#include "config/yaml/document.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "config/yaml/document_internal.h"

static void error_at(const struct document *d, const struct entry *at, bool key,
                     struct error *e, const char *fmt, va_list args)
{
    struct str text = {0};

    str_addv(&text, fmt, args);
    yaml_node_error(d->name, at ? at->node : NULL, key, e, "%s",
                    str_text(&text));
    str_release(&text);
}

int document_error(const struct document *d, const struct entry *at,
                   struct error *e, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    error_at(d, at, false, e, fmt, args);
    va_end(args);
    return -1;
}

int document_key_error(const struct document *d, const struct entry *at,
                       struct error *e, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    error_at(d, at, true, e, fmt, args);
    va_end(args);
    return -1;
}

/* Find a field of a mapping; its name may begin with the mapping's. */
static bool find_field(const struct document *d, const char *name,
                       const char *field, size_t n, struct entry *at)
{
    const bool whole = strncmp(field, name, strlen(name)) == 0;
    char *dotted = whole ? memory_format("%.*s", (int)n, field)
                         : memory_format("%s.%.*s", name, (int)n, field);
    const bool found = document_find(d, dotted, at);

    free(dotted);
    return found;
}

/* Find the first field that a text names before a colon; else the mapping. */
static bool find_named(const struct document *d, const char *name,
                       const char *text, struct entry *at)
{
    for (size_t n; *text; text += n + strspn(text + n, ": ")) {
        n = strcspn(text, ":");
        if (n && text[n] && find_field(d, name, text, n, at))
            return true;
    }
    return document_find(d, name, at);
}

int document_error_in(const struct document *d, const char *name,
                      struct error *e)
{
    const struct error why = *e;
    struct entry at;

    return document_error(d, find_named(d, name, why.text, &at) ? &at : NULL, e,
                          "%s", why.text);
}

void document_place(const struct document *d, const struct entry *at,
                    struct str *out)
{
    yaml_node_position(d->name, at->node, false, out);
}

bool document_was_set(const struct entry *at)
{
    const struct yaml_node *n = at->node;

    return n->where && !n->leads;
}

void document_found(const struct entry *at, struct str *out)
{
    yaml_node_found(at->node, out);
}

static void scalar_yaml(const struct yaml_node *n, struct str *out)
{
    double real;

    /* A number in quotes must remain a text, and so must "true". */
    if (!n->quoted && scalar_real(n, &real) == 0)
        str_adds(out, n->value);
    else if (n->quoted && text_is_plain(n->value))
        str_addf(out, "\"%s\"", n->value);
    else
        text_quote(n->value, out);
}

static void node_yaml(const struct yaml_node *n, struct str *out)
{
    if (n->type == ENTRY_SCALAR) {
        scalar_yaml(n, out);
        return;
    }
    str_adds(out, n->type == ENTRY_MAPPING ? "{" : "[");
    for (int i = 0; i < n->n; i++) {
        str_adds(out, i ? ", " : "");
        if (n->type == ENTRY_MAPPING) {
            text_quote(n->child[i]->key, out);
            str_adds(out, ": ");
        }
        node_yaml(n->child[i], out);
    }
    str_adds(out, n->type == ENTRY_MAPPING ? "}" : "]");
}

void document_yaml(const struct entry *at, struct str *out)
{
    node_yaml(at->node, out);
}

int document_real(const struct document *d, const struct entry *at, double *out,
                  struct error *e)
{
    struct str found = {0};

    if (scalar_real(at->node, out) == 0)
        return 0;
    document_found(at, &found);
    document_error(d, at, e, "found %s, expected a number", str_text(&found));
    str_release(&found);
    return -1;
}

int document_int(const struct document *d, const struct entry *at, long *out,
                 struct error *e)
{
    struct str found = {0};

    if (scalar_int(at->node, out) == 0)
        return 0;
    document_found(at, &found);
    document_error(d, at, e, "found %s, expected a whole number",
                   str_text(&found));
    str_release(&found);
    return -1;
}
