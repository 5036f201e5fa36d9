/*
 * latex.c - tables for papers: a float in booktabs' rules, and the lines as
 * comments behind it.  \usepackage{booktabs} is all it needs.
 */
#include "config.h"

#include <string.h>

#include "format/format.h"

/* What stands for a character or several, first match first. */
static const struct {
    const char *is, *as;
} escapes[] = {
    {"\\", "\\textbackslash{}"},
    {"{", "\\{"},
    {"}", "\\}"},
    {"$", "\\$"},
    {"&", "\\&"},
    {"#", "\\#"},
    {"%", "\\%"},
    {"_", "\\_"},
    {"^", "\\textasciicircum{}"},
    {"~", "\\textasciitilde{}"},
    {"<", "\\textless{}"},
    {">", "\\textgreater{}"},
    {"|", "\\textbar{}"},
    {"\n", " "},
    {"\xc2\xb1", "$\\pm$"},             /* plus-minus */
    {"\xe2\x80\xa0", "$^{\\dagger}$"},  /* dagger */
    {"\xe2\x80\xa1", "$^{\\ddagger}$"}, /* double dagger */
};
#define ESCAPES (sizeof(escapes) / sizeof(*escapes))

/* Append what stands for the character at p; returns its bytes. */
static size_t put_character(const char *p, struct str *out)
{
    for (size_t i = 0; i < ESCAPES; i++) {
        const size_t n = strlen(escapes[i].is);

        if (!strncmp(p, escapes[i].is, n)) {
            str_adds(out, escapes[i].as);
            return n;
        }
    }
    str_add(out, p, 1);
    return 1;
}

static void put_text(const char *p, struct str *out)
{
    while (*p)
        p += put_character(p, out);
}

/* A minus sign, not a hyphen, before a number. */
static void put_cell(const struct grid *g, int row, int column, struct str *out)
{
    const char *text = grid_text(g, row, column);

    if (row >= 0 && g->column[column].right && *text == '-') {
        str_adds(out, "$-$");
        text++;
    }
    put_text(text, out);
}

static void put_row(const struct grid *g, int row, struct str *out)
{
    for (int c = 0; c < g->columns; c++) {
        str_adds(out, c ? " & " : "");
        put_cell(g, row, c, out);
    }
    str_adds(out, " \\\\\n");
}

static void put_tabular(const struct grid *g, struct str *out)
{
    str_adds(out, "\\begin{tabular}{");
    for (int c = 0; c < g->columns; c++)
        str_adds(out, g->column[c].right ? "r" : "l");
    str_adds(out, "}\n\\toprule\n");
    put_row(g, -1, out);
    str_adds(out, "\\midrule\n");
    for (int r = 0; r < grid_shown(g); r++)
        put_row(g, r, out);
    str_adds(out, "\\bottomrule\n\\end{tabular}\n");
}

static void put_comments(const char *line, struct str *out)
{
    for (size_t n; *line; line += n + (line[n] == '\n')) {
        n = strcspn(line, "\n");
        str_addf(out, "%% %.*s\n", (int)n, line);
    }
}

static int write(const struct sheet *s, struct str *out, struct error *e)
{
    (void)e;
    str_adds(out, "\\begin{table}\n\\centering\n");
    if (s->title) {
        str_adds(out, "\\caption{");
        put_text(s->title, out);
        str_adds(out, "}\n");
    }
    put_tabular(s->grid, out);
    str_adds(out, "\\end{table}\n");
    if (s->notes)
        put_comments(s->notes, out);
    return 0;
}

const struct format_kind format_latex = {
    .is = {.name = "latex",
           .summary = "a float with booktabs' rules; the lines are comments",
           .fields = no_fields},
    .write = write,
};
