/* markdown.c - tables in Markdown: a heading, a table of pipes, a list. */
#include "config.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/format/format.h"

static bool is_word(char c)
{
    return (unsigned char)c >= 128 || isalnum((unsigned char)c);
}

static bool is_lone(const char *text, const char *at)
{
    return strchr(text, *at) == at && !strchr(at + 1, *at);
}

/* True if a character would end a cell or be read as markup.  Not markup are
 * those in names such as map_positive, in "p < 0.001" and in "a & b", nor a
 * single * or _, as markup needs two. */
static bool is_markup(const char *text, const char *at)
{
    if (at > text && strchr("*_", *at) && is_lone(text, at))
        return false;
    if (*at == '_')
        return at == text || !is_word(at[-1]) || !is_word(at[1]);
    if (*at == '<' || *at == '&')
        return at[1] && at[1] != ' ';
    return strchr("|*`\\~[", *at) != NULL;
}

static void put_text(const char *text, struct str *out)
{
    for (const char *p = text; *p; p++)
        str_addf(out, "%s%c", is_markup(text, p) ? "\\" : "",
                 *p == '\n' ? ' ' : *p);
}

static void markdown_row(const struct grid *g, int row, struct str *out)
{
    for (int c = 0; c < g->columns; c++) {
        str_adds(out, c ? " | " : "| ");
        put_text(grid_text(g, row, c), out);
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
        char *note = memory_format("%.*s", (int)n, line);

        str_adds(out, "- ");
        put_text(note, out);
        str_adds(out, "\n");
        free(note);
    }
}

static int write(const struct sheet *s, struct str *out, struct error *e)
{
    const int more = s->grid->rows - grid_shown(s->grid);

    (void)e;
    if (s->title) {
        str_adds(out, "## ");
        put_text(s->title, out);
        str_adds(out, "\n\n");
    }
    write_grid(s->grid, out);
    if (s->all && more) {
        str_addf(out, "%d more: ", more);
        put_text(s->all, out);
        str_adds(out, "\n");
    }
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
