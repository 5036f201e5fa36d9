/*
 * json.c - tables as one JSON object, with these members:
 *
 *     format   "codarun table 1"
 *     title    text or null
 *     columns  array of objects, in their order: name, and type (text, int or
 *              real)
 *     rows     array of objects: a member for each column, by its name; null
 *              if the cell is empty
 *     notes    array of texts: the lines below the table
 */
#include "config.h"

#include "report/format/kinds/json.h"

#include <stdlib.h>

#include "base/core/memory.h"
#include "report/format/format.h"
#include "text/formats/json_write.h"

void json_put_column(struct str *out, const char *name, enum cell_type type)
{
    static const char *const names[] = {
        [CELL_INT] = "int", [CELL_REAL] = "real", [CELL_TEXT] = "text"};

    json_begin(out, NULL, '{');
    json_put_text(out, "name", name);
    json_put_text(out, "type", names[type]);
    json_finish(out, '}');
}

void json_put_cell(struct str *out, const char *name, enum cell_type type,
                   const char *text)
{
    if (!text || type == CELL_TEXT)
        json_put_text(out, name, text);
    else if (type == CELL_INT)
        json_put_long(out, name, strtol(text, NULL, 10));
    else
        json_put_real(out, name, strtod(text, NULL));
}

/* Write the columns; returns their types, which the caller frees. */
static enum cell_type *put_columns(const struct grid *g, struct str *out)
{
    enum cell_type *type = memory_zeroed((size_t)g->columns + 1, sizeof(*type));

    json_begin(out, "columns", '[');
    for (int c = 0; c < g->columns; c++) {
        type[c] = grid_type(g, c);
        json_put_column(out, g->column[c].head, type[c]);
    }
    json_finish(out, ']');
    return type;
}

static void put_rows(const struct grid *g, const enum cell_type *type,
                     struct str *out)
{
    json_begin(out, "rows", '[');
    for (int r = 0; r < grid_shown(g); r++) {
        json_begin(out, NULL, '{');
        for (int c = 0; c < g->columns; c++)
            json_put_cell(out, g->column[c].head, type[c],
                          grid_is_empty(g, r, c) ? NULL : grid_text(g, r, c));
        json_finish(out, '}');
    }
    json_finish(out, ']');
}

static int write(const struct sheet *s, struct str *out, struct error *e)
{
    (void)e;
    json_begin(out, NULL, '{');
    json_put_text(out, "format", "codarun table 1");
    json_put_text(out, "title", s->title);
    enum cell_type *type = put_columns(s->grid, out);
    put_rows(s->grid, type, out);
    free(type);
    json_put_lines(out, "notes", s->notes ? s->notes : "");
    json_finish(out, '}');
    str_adds(out, "\n");
    return 0;
}

const struct format_kind format_json = {
    .is = {.name = "json",
           .summary = "one object: format, title, columns (name, type), rows "
                      "(an object each), notes",
           .fields = no_fields},
    .data = true,
    .whole = true,
    .write = write,
};
