/* html.c - tables as parts of web pages: a table, and a list of the lines below
 * it.  Columns of numbers have the class `number`, those joined to the one
 * before the class `joined`. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/format/format.h"
#include "text/formats/html_write.h"

static const char *class_of(const struct grid_column *c)
{
    return c->joined  ? " class=\"number joined\""
           : c->right ? " class=\"number\""
                      : "";
}

/* Write a dotted name that can be broken after each dot. */
static void html_head(const char *name, struct str *out)
{
    for (size_t n; *name; name += n) {
        n = strcspn(name, ".");
        n += name[n] == '.';
        char *part = memory_format("%.*s", (int)n, name);

        html_text(part, out);
        str_adds(out, name[n] ? "<wbr>" : "");
        free(part);
    }
}

/* Write a cell: a head of a row or column, or a plain one. */
static void html_cell(const struct grid *g, int row, int column,
                      struct str *out)
{
    const char *is = row < 0            ? "th scope=\"col\""
                     : column < g->keys ? "th scope=\"row\""
                                        : "td";

    str_addf(out, "<%s%s>", is, class_of(&g->column[column]));
    (row < 0 ? html_head : html_text)(grid_text(g, row, column), out);
    str_addf(out, "</%.2s>", is);
}

static void html_row(const struct grid *g, int row, struct str *out)
{
    str_adds(out, "<tr>");
    for (int c = 0; c < g->columns; c++)
        html_cell(g, row, c, out);
    str_adds(out, "</tr>\n");
}

static void write_grid(const struct grid *g, struct str *out)
{
    str_adds(out, "<thead>\n");
    html_row(g, -1, out);
    str_adds(out, "</thead>\n<tbody>\n");
    for (int r = 0; r < grid_shown(g); r++)
        html_row(g, r, out);
    str_adds(out, "</tbody>\n");
}

static void write_table(const struct sheet *s, struct str *out)
{
    str_adds(out, "<div class=\"table\"><table>\n");
    if (s->title) {
        html_element("caption", s->title, out);
        str_adds(out, "\n");
    }
    write_grid(s->grid, out);
    str_adds(out, "</table></div>\n");
}

/* A table without rows is written as its notes alone. */
static int write(const struct sheet *s, struct str *out, struct error *e)
{
    const int more = s->grid->rows - grid_shown(s->grid);

    (void)e;
    if (s->grid->rows)
        write_table(s, out);
    if (s->all && more)
        html_elementf(out, "p class=\"more\"", "%d more: %s\n", more, s->all);
    html_lines(s->notes ? s->notes : "", out);
    return 0;
}

const struct format_kind format_html = {
    .is = {.name = "html",
           .summary = "a table and a list of the lines, to stand within a page",
           .fields = no_fields},
    .whole = true,
    .write = write,
};
