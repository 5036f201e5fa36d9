#include "task/rows.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "text/json.h"
#include "text/lines.h"

const char *const file_format_names[] = {"tsv", "jsonl", NULL};

enum { MAX_COLUMNS = 256 };

struct rows {
    struct lines *lines;
    struct rows_layout layout;
    int roles;
    char *name[MAX_ROLES]; /* owned: of the column or member; NULL: none */
    int at[MAX_ROLES];     /* tsv: column, or -1 */
    int columns;           /* tsv: expected; 0: not known before the header */
    bool by_name;
    struct json_want want[MAX_ROLES]; /* jsonl: key is name[role] */
};

static int find_role(const struct rows *t, const char *name, size_t len)
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
    struct str known = {0};

    for (int r = 0; r < t->roles; r++)
        str_addf(&known, "%s, ", t->layout.role[r].name);
    error_set(e, "columns: found '%s', expected one of %s_, or role=NAME",
              found, str_text(&known));
    str_release(&known);
    return -1;
}

/* Read one entry of `columns`, the i-th. */
static int take_column(struct rows *t, int i, const char *text, struct error *e)
{
    const char *equals = strchr(text, '=');
    int r = find_role(t, text, equals ? (size_t)(equals - text) : strlen(text));

    if (!strcmp(text, "_"))
        return 0;
    if (r < 0)
        return unknown_role(t, text, e);
    if (t->at[r] >= 0 || t->name[r])
        return error_set(e, "columns: found '%s' twice",
                         t->layout.role[r].name);
    t->at[r] = i;
    if (equals || t->layout.format == FORMAT_JSONL)
        t->name[r] = memory_string(equals ? equals + 1 : text);
    t->by_name |= equals != NULL;
    return 0;
}

/* Columns nobody described: the roles that must be there, in their order. */
static void default_columns(struct rows *t)
{
    for (int r = 0; r < t->roles; r++) {
        const struct role *role = &t->layout.role[r];

        if (role->optional)
            continue;
        t->at[r] = t->columns++;
        if (t->layout.format == FORMAT_JSONL)
            t->name[r] = memory_string(role->member);
    }
}

static int take_columns(struct rows *t, struct error *e)
{
    const struct texts *c = t->layout.columns;

    if (c->n > MAX_COLUMNS)
        return error_set(e, "columns: found %d, expected at most %d", c->n,
                         MAX_COLUMNS);
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
    if (t->by_name && t->layout.format == FORMAT_TSV && !t->layout.header)
        return error_set(e, "columns: found role=NAME, expected header: true "
                            "with it");
    return 0;
}

/* Cut a line at its tabs; returns how many columns, all counted. */
static int cut(char *line, char *column[MAX_COLUMNS])
{
    int n = 0;

    for (;;) {
        if (n < MAX_COLUMNS)
            column[n] = line;
        n++;
        line = strchr(line, '\t');
        if (!line)
            return n;
        *line++ = 0;
    }
}

static int find_header(struct rows *t, int r, char *const *column,
                       struct error *e)
{
    for (int i = 0; i < t->columns; i++)
        if (!strcmp(column[i], t->name[r])) {
            t->at[r] = i;
            return 0;
        }
    return rows_error(t, e, "found no column '%s' in the header", t->name[r]);
}

static int read_header(struct rows *t, struct error *e)
{
    char *line, *column[MAX_COLUMNS];
    size_t len;
    int more = lines_next(t->lines, &line, &len, e), n;

    if (more < 0)
        return -1;
    if (!more)
        return rows_error(t, e, "found nothing, expected a header");
    n = cut(line, column);
    if (n > MAX_COLUMNS)
        return rows_error(t, e, "found %d columns, expected at most %d", n,
                          MAX_COLUMNS);
    if (!t->by_name)
        return 0;
    t->columns = n;
    for (int r = 0; r < t->roles; r++)
        if (t->name[r] && find_header(t, r, column, e))
            return -1;
    return 0;
}

struct rows *rows_open(const char *path, const struct rows_layout *layout,
                       struct error *e)
{
    struct rows *t = memory_zeroed(1, sizeof(*t));

    t->layout = *layout;
    for (; t->roles < MAX_ROLES && layout->role[t->roles].name; t->roles++)
        t->at[t->roles] = -1;
    if (take_columns(t, e))
        goto fail;
    for (int r = 0; r < t->roles; r++)
        t->want[r].key = t->name[r] ? t->name[r] : "";
    t->lines = lines_open(path, e);
    if (!t->lines)
        goto fail;
    if (layout->format == FORMAT_TSV && layout->header && read_header(t, e))
        goto fail;
    return t;

fail:
    rows_close(t);
    return NULL;
}

void rows_close(struct rows *t)
{
    if (!t)
        return;
    lines_close(t->lines);
    for (int r = 0; r < MAX_ROLES; r++) {
        free(t->name[r]);
        str_release(&t->want[r].value);
    }
    free(t);
}

static int tsv_row(struct rows *t, char *line, struct cell *cell,
                   struct error *e)
{
    char *column[MAX_COLUMNS];
    int n = cut(line, column);

    if (n != t->columns)
        return rows_error(t, e, "found %d column%s, expected %d", n,
                          n == 1 ? "" : "s", t->columns);
    for (int r = 0; r < t->roles; r++) {
        cell[r] = (struct cell){0};
        if (t->at[r] >= 0) {
            cell[r].text = column[t->at[r]];
            cell[r].len = strlen(cell[r].text);
        }
    }
    return 1;
}

static int jsonl_row(struct rows *t, const char *line, size_t len,
                     struct cell *cell, struct error *e)
{
    struct error inner = {0};

    if (json_object(line, len, t->want, t->roles, &inner))
        return rows_error(t, e, "%s", inner.text);
    for (int r = 0; r < t->roles; r++) {
        cell[r] = (struct cell){0};
        if (t->at[r] < 0)
            continue;
        if (!t->want[r].found)
            return rows_error(t, e, "found no member '%s'", t->name[r]);
        cell[r].text = str_text(&t->want[r].value);
        cell[r].len = t->want[r].value.len;
    }
    return 1;
}

int rows_next(struct rows *t, struct cell cell[MAX_ROLES], struct error *e)
{
    char *line;
    size_t len;
    int more = lines_next(t->lines, &line, &len, e);

    if (more <= 0)
        return more;
    return t->layout.format == FORMAT_TSV ? tsv_row(t, line, cell, e)
                                          : jsonl_row(t, line, len, cell, e);
}

bool rows_has(const struct rows *t, int role)
{
    return t->at[role] >= 0;
}

struct digest rows_digest(const struct rows *t)
{
    return lines_digest(t->lines);
}

int rows_error(const struct rows *t, struct error *e, const char *fmt, ...)
{
    char text[1500];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    return lines_error(t->lines, e, "%s", text);
}
