/* csv.c - reading back a table that was written as CSV. */
#include "config.h"

#include "report/csv.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/memory.h"

/* Where reading stands. */
struct reader {
    const char *at;
    int line;
};

/* A quoted cell, `at` behind its first quote; two quotes stand for one. */
static int quoted(struct reader *r, struct str *out, struct error *e)
{
    const int line = r->line;

    for (; *r->at; r->at++) {
        r->line += *r->at == '\n';
        if (*r->at == '"' && *++r->at != '"')
            return 0;
        str_add(out, r->at, 1);
    }
    return error_set(e, "line %d: a quote is never closed", line);
}

static int read_cell(struct reader *r, struct str *out, struct error *e)
{
    if (*r->at == '"') {
        r->at++;
        if (quoted(r, out, e))
            return -1;
    } else {
        const size_t n = strcspn(r->at, ",\"\r\n");

        str_add(out, r->at, n);
        r->at += n;
    }
    if (!strchr(",\r\n", *r->at)) /* the end is one of them too */
        return error_set(e, "line %d: found a quote inside a cell", r->line);
    return 0;
}

/* Take what ends a cell: true behind the last of its row. */
static bool take_end(struct reader *r)
{
    if (*r->at == ',') {
        r->at++;
        return false;
    }
    r->at += *r->at == '\r';
    r->at += *r->at == '\n';
    r->line++;
    return true;
}

static int read_row(struct csv *c, struct reader *r, struct error *e)
{
    const int line = r->line;
    int n = 0;
    bool last = false;

    while (!last) {
        struct str cell = {0};
        const int failed = read_cell(r, &cell, e);

        GROW(c->cell, c->n, c->room);
        c->cell[c->n++] = str_take(&cell);
        if (failed)
            return -1;
        n++;
        last = take_end(r);
    }
    if (!c->columns)
        c->columns = n;
    if (n != c->columns)
        return error_set(e, "line %d: found %d cells, expected %d", line, n,
                         c->columns);
    c->rows++;
    return 0;
}

int csv_read(struct csv *c, const char *path, struct error *e)
{
    struct str text = {0};
    int failed;

    *c = (struct csv){.rows = -1}; /* the head is none */
    if (file_read(path, &text, e))
        return -1;
    struct reader r = {.at = str_text(&text), .line = 1};
    do
        failed = read_row(c, &r, e);
    while (!failed && *r.at);
    str_release(&text);
    if (!failed)
        return 0;
    csv_release(c);
    return error_in(e, "'%s'", path);
}

void csv_release(struct csv *c)
{
    for (int i = 0; i < c->n; i++)
        free(c->cell[i]);
    free(c->cell);
    *c = (struct csv){0};
}

int csv_column(const struct csv *c, const char *head)
{
    for (int i = 0; i < c->columns; i++)
        if (!strcmp(c->cell[i], head))
            return i;
    return -1;
}

const char *csv_head(const struct csv *c, int column)
{
    return c->cell[column];
}

const char *csv_cell(const struct csv *c, int row, int column)
{
    return c->cell[(row + 1) * c->columns + column];
}
