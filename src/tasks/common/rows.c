#include "tasks/common/rows_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

#define KIND(name) extern const struct row_format rows_##name;
#include "tasks/common/row_formats.def"
#undef KIND

#define KIND(name) &rows_##name,
const struct row_format *const row_formats[] = {
#include "tasks/common/row_formats.def"
    NULL};
#undef KIND

#define KIND(name) #name,
const char *const row_format_names[] = {
#include "tasks/common/row_formats.def"
    NULL};
#undef KIND

bool row_format_has_cells(const struct row_format *f)
{
    return f->between != NULL;
}

bool row_format_has_parts(const struct row_format *f)
{
    return f && f->parts;
}

/* Append the names that exist: the nearest one, or all; for a single cell, that
 * it is one. */
static void add_header(const struct rows *t, int r, char *const *column,
                       struct str *out)
{
    const char *const *names = (const char *const *)column;

    if (t->columns == 1) {
        str_addf(out, ", which is one cell '%.200s': %s has %s between cells",
                 column[0], rows_cells(t)->name, rows_cells(t)->between);
        return;
    }
    nearest_hint(t->name[r], names, t->columns, out);
    if (out->len)
        return;
    str_adds(out, "; expected one of ");
    names_list(names, t->columns, out);
}

static int no_header(const struct rows *t, int r, char *const *column,
                     struct error *e)
{
    struct str names = {0};

    add_header(t, r, column, &names);
    rows_error(t, e, "found no column '%s' in the header%s", t->name[r],
               str_text(&names));
    str_release(&names);
    return -1;
}

static int find_header(struct rows *t, int r, char *const *column,
                       struct error *e)
{
    int found = 0;

    for (int i = 0; i < t->columns; i++)
        if (!strcmp(column[i], t->name[r])) {
            t->at[r] = i;
            found++;
        }
    if (found > 1)
        return rows_error(t, e,
                          "found column '%s' %d times in the header, expected "
                          "it once",
                          t->name[r], found);
    return found ? 0 : no_header(t, r, column, e);
}

static int read_header(struct rows *t, struct error *e)
{
    char *column[MAX_CELLS];
    int n, more = rows_cells(t)->cut(t, column, &n, e);

    if (more < 0)
        return -1;
    if (!more)
        return rows_error(t, e, "found nothing, expected a header");
    if (n > MAX_CELLS)
        return rows_error(t, e, "found %d columns, expected at most %d", n,
                          MAX_CELLS);
    if (!t->by_name)
        return 0;
    t->columns = n;
    for (int r = 0; r < t->roles; r++)
        if (t->name[r] && find_header(t, r, column, e))
            return -1;
    return 0;
}

int rows_open_lines(struct rows *t, const char *path, struct error *e)
{
    t->lines = lines_open(path, e);
    if (!t->lines)
        return -1;
    return rows_is_table(t) && t->layout.header ? read_header(t, e) : 0;
}

/* A member that `columns` names has no other name. */
static void list_wants(struct rows *t)
{
    t->wants = t->roles;
    for (int r = 0; r < t->roles; r++) {
        const char *also = t->layout.role[r].also;

        t->want[r].key = t->name[r] ? t->name[r] : "";
        if (t->layout.columns->n || !also)
            continue;
        t->also[r] = t->wants++;
        t->want[t->also[r]].key = also;
    }
}

struct rows *rows_open(const char *path, const struct rows_layout *layout,
                       struct error *e)
{
    struct rows *t = memory_zeroed(1, sizeof(*t));

    t->layout = *layout;
    if (!t->layout.format)
        t->layout.format = row_formats[0];
    t->own = memory_zeroed(1, t->layout.format->size + 1);
    for (; t->roles < MAX_ROLES && layout->role[t->roles].name; t->roles++)
        t->at[t->roles] = -1;
    if (rows_take_columns(t, e))
        goto fail;
    list_wants(t);
    if (t->layout.format->open(t, path, e))
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
    json_close(t->json);
    for (int r = 0; r < MAX_ROLES; r++)
        free(t->name[r]);
    for (int i = 0; i < 2 * MAX_ROLES; i++)
        str_release(&t->want[i].value);
    if (t->layout.format->close)
        t->layout.format->close(t);
    free(t->own);
    str_release(&t->record);
    free(t);
}

void rows_set(const struct rows *t, struct cell *cell, const char *role,
              const char *text)
{
    cell[rows_role(t, role, strlen(role))] = (struct cell){text, strlen(text)};
}

static int wrong_columns(const struct rows *t, const char *first, int n,
                         struct error *e)
{
    const char *between = n < t->columns ? rows_cells(t)->between : NULL;

    if (n == 1 && !*first)
        return rows_error(t, e, "found an empty line, expected %d columns",
                          t->columns);
    return rows_error(t, e, "found %d column%s, expected %d%s%s%s%s", n,
                      n == 1 ? "" : "s", t->columns, between ? " with " : "",
                      between ? between : "", between ? " between" : "",
                      t->layout.hint ? t->layout.hint : "");
}

int rows_next_cells(struct rows *t, struct cell *cell, struct error *e)
{
    char *column[MAX_CELLS];
    int n, more = rows_cells(t)->cut(t, column, &n, e);

    if (more <= 0)
        return more;
    if (n != t->columns)
        return wrong_columns(t, column[0], n, e);
    for (int r = 0; r < t->roles; r++) {
        cell[r] = (struct cell){0};
        if (t->at[r] >= 0) {
            cell[r].text = column[t->at[r]];
            cell[r].len = strlen(cell[r].text);
        }
    }
    return 1;
}

/* Append the expected members. */
static void add_members(const struct rows *t, struct str *out)
{
    const char *before = "";

    for (int r = 0; r < t->roles; r++) {
        if (t->at[r] < 0)
            continue;
        str_addf(out, "%s'%s'", before, t->name[r]);
        if (t->also[r])
            str_addf(out, " (or '%s')", t->want[t->also[r]].key);
        before = ", ";
    }
}

static int no_member(const struct rows *t, int r, struct error *e)
{
    struct str expected = {0};

    add_members(t, &expected);
    rows_error(t, e, "found no member '%s', expected %s", t->name[r],
               str_text(&expected));
    str_release(&expected);
    return -1;
}

int rows_next_members(struct rows *t, struct cell *cell, struct error *e)
{
    for (int r = 0; r < t->roles; r++) {
        const struct json_want *w = &t->want[r];
        const struct json_want *also = t->also[r] ? &t->want[t->also[r]] : NULL;

        cell[r] = (struct cell){0};
        if (t->at[r] < 0)
            continue;
        if (also && also->found && w->found)
            return rows_error(t, e,
                              "found members '%s' and '%s', expected one of "
                              "them",
                              w->key, also->key);
        if (also && also->found)
            w = also;
        if (!w->found)
            return no_member(t, r, e);
        cell[r] = (struct cell){str_text(&w->value), w->value.len};
    }
    return 1;
}

long rows_repeats(const struct rows *t)
{
    return t->repeats;
}

int rows_next(struct rows *t, struct cell cell[MAX_ROLES], struct error *e)
{
    return t->layout.format->next(t, cell, e);
}

bool rows_has(const struct rows *t, int role)
{
    return t->layout.format->every_role || t->at[role] >= 0;
}

const char *rows_header_hint(const struct rows *t)
{
    return t->layout.format->between && !t->layout.header &&
                   lines_number(t->lines) == 1
               ? "; task.header: true if line 1 is a header, task.columns if "
                 "the columns have another order"
               : "";
}

struct digest rows_digest(const struct rows *t)
{
    return t->json ? json_digest(t->json) : lines_digest(t->lines);
}

struct rows_place rows_place(const struct rows *t)
{
    return t->json ? (struct rows_place){.json = t->at_json}
                   : (struct rows_place){.line = lines_number(t->lines)};
}

int rows_error_at(const struct rows *t, struct rows_place at, struct error *e,
                  const char *text)
{
    return t->json ? json_error(t->json, at.json, e, "%s", text)
                   : lines_error_at(t->lines, at.line, e, text);
}

int rows_error(const struct rows *t, struct error *e, const char *fmt, ...)
{
    char text[1500];
    va_list args;

    va_start(args, fmt);
    vsnprintf(text, sizeof(text), fmt, args);
    va_end(args);
    return rows_error_at(t, rows_place(t), e, text);
}
