/*
 * latex.c - tables for papers: a float in booktabs' rules, and the lines as
 * comments behind it.  \usepackage{booktabs} is all it needs.
 */
#include "config.h"

#include <ctype.h>
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

static void put_bytes(const char *p, size_t bytes, struct str *out)
{
    for (const char *end = p + bytes; p < end;)
        p += put_character(p, out);
}

static void put_text(const char *p, struct str *out)
{
    put_bytes(p, strlen(p), out);
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
    const char first = g->columns ? *grid_text(g, row, 0) : '\0';

    if (first == '[' || first == '*')
        str_adds(out, "{}"); /* else it were the row's end before, or rule's */
    for (int c = 0; c < g->columns; c++) {
        str_adds(out, c ? " & " : "");
        put_cell(g, row, c, out);
    }
    str_adds(out, " \\\\\n");
}

static bool any_span(const struct grid *g)
{
    for (int c = 0; c < g->columns; c++)
        if (grid_span(g, c) > 1)
            return true;
    return false;
}

/* What columns share, over all that do, and a rule below each. */
static void put_shared(const struct grid *g, struct str *out)
{
    struct str rules = {0};

    for (int c = 0, n; c < g->columns; c += n) {
        const struct grid_column *of = &g->column[c];

        n = grid_span(g, c);
        str_adds(out, c ? " & " : "");
        if (!of->over)
            continue;
        str_addf(out, "\\multicolumn{%d}{c}{", n);
        put_bytes(of->head, (size_t)of->over, out);
        str_adds(out, "}");
        str_addf(&rules, "\\cmidrule(lr){%d-%d}", c + 1, c + n);
    }
    str_addf(out, " \\\\\n%s\n", str_text(&rules));
    str_release(&rules);
}

/* What a column has of its own. */
static void put_own(const struct grid *g, struct str *out)
{
    for (int c = 0; c < g->columns; c++) {
        const char *head = g->column[c].head + g->column[c].over;

        str_adds(out, c ? " & " : "");
        put_text(head + strspn(head, " "), out);
    }
    str_adds(out, " \\\\\n");
}

static void put_heads(const struct grid *g, struct str *out)
{
    if (!any_span(g)) {
        put_row(g, -1, out);
        return;
    }
    put_shared(g, out);
    put_own(g, out);
}

static void put_tabular(const struct grid *g, struct str *out)
{
    str_adds(out, "\\begin{tabular}{");
    for (int c = 0; c < g->columns; c++)
        str_adds(out, g->column[c].right ? "r" : "l");
    str_adds(out, "}\n\\toprule\n");
    put_heads(g, out);
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

/* Letters and digits of the title; any other is a hyphen. */
static void put_label(const char *title, struct str *out)
{
    str_adds(out, "\\label{tab:");
    for (const char *c = title; *c; c++)
        str_add(out, isalnum((unsigned char)*c) ? c : "-", 1);
    str_adds(out, "}\n");
}

static int write(const struct sheet *s, struct str *out, struct error *e)
{
    (void)e;
    str_adds(out, "\\begin{table}\n\\centering\n");
    if (s->title) {
        str_adds(out, "\\caption{");
        put_text(s->title, out);
        str_adds(out, "}\n");
        put_label(s->title, out);
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
