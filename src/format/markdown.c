/* markdown.c - tables for pages: a heading, a table of pipes, a list. */
#include "config.h"

#include <string.h>

#include "format/format.h"

/* What would end a cell, or be read as markup; no name has "_" but within. */
#define ESCAPED "|<*`\\"

static void markdown_row(const struct grid *g, int row, struct str *out)
{
    for (int c = 0; c < g->columns; c++) {
        str_adds(out, c ? " | " : "| ");
        for (const char *p = grid_text(g, row, c); *p; p++)
            str_addf(out, "%s%c", strchr(ESCAPED, *p) ? "\\" : "",
                     *p == '\n' ? ' ' : *p);
    }
    str_adds(out, " |\n");
}

static void write_grid(const struct grid *g, struct str *out)
{
    markdown_row(g, -1, out);
    for (int c = 0; c < g->columns; c++)
        str_addf(out, "|%s", g->column[c].right ? "---:" : "---");
    str_adds(out, "|\n");
    for (int r = 0; r < grid_shown(g); r++)
        markdown_row(g, r, out);
}

static void write_notes(const char *line, struct str *out)
{
    for (size_t n; *line; line += n + (line[n] == '\n')) {
        n = strcspn(line, "\n");
        str_addf(out, "- %.*s\n", (int)n, line);
    }
}

static int write(const struct sheet *s, struct str *out, struct error *e)
{
    const int more = s->grid->rows - grid_shown(s->grid);

    (void)e;
    if (s->title)
        str_addf(out, "## %s\n\n", s->title);
    write_grid(s->grid, out);
    if (s->all && more)
        str_addf(out, "%d more: %s\n", more, s->all);
    if (s->notes) {
        str_adds(out, "\n");
        write_notes(s->notes, out);
    }
    return 0;
}

const struct format_kind format_markdown = {
    .is = {.name = "markdown",
           .summary = "a heading, a table of pipes and a list of the lines",
           .fields = no_fields},
    .write = write,
};
