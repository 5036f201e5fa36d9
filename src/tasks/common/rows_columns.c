/* rows_columns.c - the meaning of columns, by an experiment's `columns`. */
#include "tasks/common/rows_internal.h"

#include <string.h>

#include "base/core/memory.h"
#include "config/field/field.h"

int rows_role(const struct rows *t, const char *name, size_t len)
{
    for (int r = 0; r < t->roles; r++)
        if (strlen(t->layout.role[r].name) == len &&
            !strncmp(t->layout.role[r].name, name, len))
            return r;
    return -1;
}

static int unknown_role(const struct rows *t, const char *found,
                        struct error *e)
{
    const char *name[MAX_ROLES];
    struct str known = {0}, hint = {0};

    for (int r = 0; r < t->roles; r++) {
        name[r] = t->layout.role[r].name;
        str_addf(&known, "%s, ", name[r]);
    }
    nearest_hint(found, name, t->roles, &hint);
    error_set(e, "columns: found '%s', expected one of %s_, or role=NAME%s",
              found, str_text(&known), str_text(&hint));
    str_release(&known);
    str_release(&hint);
    return -1;
}

/* Read one entry of `columns`, the i-th. */
static int take_column(struct rows *t, int i, const char *text, struct error *e)
{
    const char *equals = strchr(text, '=');
    int r = rows_role(t, text, equals ? (size_t)(equals - text) : strlen(text));

    if (!strcmp(text, "_"))
        return 0;
    if (r < 0)
        return unknown_role(t, text, e);
    if (t->at[r] >= 0 || t->name[r])
        return error_set(e, "columns: found '%s' twice",
                         t->layout.role[r].name);
    t->at[r] = i;
    if (equals || !rows_is_table(t))
        t->name[r] = memory_string(equals ? equals + 1 : text);
    t->by_name |= equals != NULL;
    return 0;
}

/* Without a description: the roles that are not optional, in their order. */
static void default_columns(struct rows *t)
{
    for (int r = 0; r < t->roles; r++) {
        const struct role *role = &t->layout.role[r];

        if (role->optional)
            continue;
        t->at[r] = t->columns++;
        if (!rows_is_table(t))
            t->name[r] = memory_string(role->member);
    }
}

int rows_take_columns(struct rows *t, struct error *e)
{
    const struct texts *c = t->layout.columns;

    if (c->n > MAX_CELLS)
        return error_set(e, "columns: found %d, expected at most %d", c->n,
                         MAX_CELLS);
    if (!c->n)
        default_columns(t);
    for (int i = 0; i < c->n; i++)
        if (take_column(t, i, c->text[i], e))
            return -1;
    if (c->n && !t->by_name)
        t->columns = c->n;
    for (int r = 0; r < t->roles; r++) {
        const struct role *role = &t->layout.role[r];

        if (t->at[r] < 0 && !role->optional)
            return error_set(e, "columns: found none for '%s'", role->name);
        if (t->at[r] >= 0 && t->by_name && !t->name[r])
            return error_set(e,
                             "columns: found '%s', expected %s=NAME like "
                             "the others",
                             role->name, role->name);
    }
    if (t->by_name && rows_is_table(t) && !t->layout.header)
        return error_set(e, "columns: found role=NAME, expected %s with it",
                         t->layout.says_header ? t->layout.says_header
                                               : "header: true");
    return 0;
}
