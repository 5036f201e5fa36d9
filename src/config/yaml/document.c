/* document.c - reading, copying and walking a document. */
#include "config/yaml/document.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "base/files/file.h"
#include "config/field/field.h"
#include "config/yaml/document_internal.h"

static struct document *document_new(const char *name, const char *text)
{
    struct document *d = memory_zeroed(1, sizeof(*d));

    d->name = memory_string(name);
    d->text = memory_string(text);
    return d;
}

void document_free(struct document *d)
{
    if (!d)
        return;
    yaml_node_free(d->root);
    free(d->name);
    free(d->text);
    free(d);
}

static int check_root(const struct document *d, struct error *e)
{
    struct str found = {0};

    if (!d->root && !*e->text)
        return yaml_node_error(
            d->name, NULL, false, e,
            "found nothing, expected fields such as 'name: x'");
    if (d->root && d->root->type != ENTRY_MAPPING) {
        yaml_node_found(d->root, &found);
        yaml_node_error(d->name, d->root, false, e,
                        "found %s, expected fields such as 'name: x'",
                        str_text(&found));
        str_release(&found);
        return -1;
    }
    return d->root ? 0 : -1;
}

static struct document *parse(const char *text, size_t len, const char *name,
                              struct error *e)
{
    static const char mark[] = "\xef\xbb\xbf"; /* the byte order mark that some
                                                  editors write */
    struct document *d;

    if (len >= 3 && memcmp(text, mark, 3) == 0) {
        text += 3;
        len -= 3;
    }
    e->text[0] = '\0';
    d = document_new(name, text);
    d->root = yaml_node_parse(name, text, len, e);
    if (check_root(d, e)) {
        document_free(d);
        return NULL;
    }
    return d;
}

struct document *document_parse(const char *text, const char *name,
                                struct error *e)
{
    return parse(text, strlen(text), name, e);
}

struct document *document_read(const char *path, struct error *e)
{
    struct str text = {0};
    struct document *d = NULL;

    if (file_read_any(path, DOCUMENT_LONGEST, &text, e) == 0)
        d = parse(str_text(&text), text.len, path, e);
    else
        nearest_file_more(path, e);
    str_release(&text);
    return d;
}

struct document *document_copy(const struct document *d,
                               const char *const *sections)
{
    struct document *c = document_new(d->name, "");

    c->stored = d->stored;
    c->root = sections ? yaml_node_copy_of(d->root, sections)
                       : yaml_node_copy(d->root);
    return c;
}

void document_set_stored(struct document *d)
{
    d->stored = true;
}

bool document_is_stored(const struct document *d)
{
    return d->stored;
}

const char *document_text(const struct document *d)
{
    return d->text;
}

bool document_has(const struct document *d, const char *name)
{
    return yaml_node_at(d->root, name) != NULL;
}

static struct entry entry_of(const struct yaml_node *n)
{
    return (struct entry){.key = n->key,
                          .value = n->value,
                          .quoted = n->quoted,
                          .type = n->type,
                          .node = n};
}

bool document_find(const struct document *d, const char *name,
                   struct entry *out)
{
    const struct yaml_node *n = yaml_node_at(d->root, name);

    if (n)
        *out = entry_of(n);
    return n != NULL;
}

bool document_member(const struct entry *parent, const char *key,
                     struct entry *out)
{
    const struct yaml_node *n =
        yaml_node_member(parent->node, key, strlen(key));

    if (n)
        *out = entry_of(n);
    return n != NULL;
}

static int list_entries(const struct yaml_node *n, struct entry **out)
{
    *out = NULL;
    if (!n || n->n == 0)
        return 0;
    *out = memory_zeroed((size_t)n->n, sizeof(**out));
    for (int i = 0; i < n->n; i++)
        (*out)[i] = entry_of(n->child[i]);
    return n->n;
}

int document_entries(const struct document *d, const char *name,
                     struct entry **out)
{
    return list_entries(yaml_node_at(d->root, name), out);
}

int document_entries_of(const struct document *d, const struct entry *parent,
                        struct entry **out)
{
    (void)d;
    return list_entries(parent->node, out);
}
