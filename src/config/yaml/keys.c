/* keys.c - mappings whose members are not described by a table of fields. */
#include "config/yaml/document.h"

#include <string.h>

#include "config/yaml/document_internal.h"

static int fail_key(const struct document *d, const struct yaml_node *n,
                    const char *title, const char *const *allowed, int count,
                    struct error *e)
{
    struct str shown = {0}, hint = {0};

    show_short(n->key, &shown);
    nearest_hint(n->key, allowed, count, &hint);
    if (hint.len == 0) {
        str_addf(&hint, "; expected %s", count == 1 ? "" : "one of ");
        names_list(allowed, count, &hint);
    }
    yaml_node_error(d->name, n, true, e, "unknown %s '%s'%s%s%s",
                    *title ? "field" : "section", str_text(&shown),
                    *title ? " in " : "", title, str_text(&hint));
    str_release(&shown);
    str_release(&hint);
    return -1;
}

static int check_keys(const struct document *d, const struct yaml_node *n,
                      const char *title, const char *const *allowed,
                      struct error *e)
{
    int count = 0;

    while (allowed[count])
        count++;
    if (n->type != ENTRY_MAPPING) {
        struct str found = {0};

        yaml_node_found(n, &found);
        yaml_node_error(d->name, n, false, e,
                        "%s: found %s, expected fields such as {name: value}",
                        title, str_text(&found));
        str_release(&found);
        return -1;
    }
    for (int i = 0, k; i < n->n; i++) {
        for (k = 0; k < count && strcmp(n->child[i]->key, allowed[k]); k++)
            ;
        if (k == count)
            return fail_key(d, n->child[i], title, allowed, count, e);
    }
    return 0;
}

int document_check_keys(const struct document *d, const char *name,
                        const char *const *allowed, struct error *e)
{
    const struct yaml_node *n = yaml_node_at(d->root, name);

    return n ? check_keys(d, n, name, allowed, e) : 0;
}

int document_check_members(const struct document *d, const struct entry *at,
                           const char *title, const char *const *allowed,
                           struct error *e)
{
    return check_keys(d, at->node, title, allowed, e);
}
