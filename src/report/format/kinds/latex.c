/*
 * latex.c - tables for papers: a float with booktabs' rules, split into as many
 * tabulars as the page's width requires, followed by the notes as comments.
 * The document needs only \usepackage{booktabs}.
 */
#include "config.h"

#include <ctype.h>
#include <string.h>

#include "report/format/column_wrap.h"
#include "report/format/format.h"

#define PAGE 66 /* characters in a line of the class article */

/* Replacements of one or several characters; the first match is used. */
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

/* Append the replacement of the character at p; returns its bytes. */
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

/* Write a cell with a minus sign, not a hyphen, before a number, and with the
 * best number of its column in bold. */
static void put_cell(const struct column_wrap *f, int row, int column,
                     struct str *out)
{
    const struct grid *g = f->grid;
    const char *text = column_wrap_text(f, row, column);
    const bool minus = row >= 0 && g->column[column].right && *text == '-';
    const bool best = row >= 0 && grid_is_best(g, row, column);
    const size_t number = best ? strcspn(text + minus, " ") : 0;

    str_adds(out, best ? "\\textbf{" : "");
    str_adds(out, minus ? "$-$" : "");
    put_bytes(text + minus, number, out);
    str_adds(out, best ? "}" : "");
    put_text(text + minus + number, out);
}

/* Return what precedes a column of a part; column 0 is the first in each
 * part. */
static const char *before(int column)
{
    return column ? " & " : "";
}

static void put_row(const struct column_wrap *f, int row, struct str *out)
{
    const char first = f->grid->columns ? *column_wrap_text(f, row, 0) : '\0';

    if (first == '[' || first == '*')
        str_adds(out, "{}"); /* else it would be an argument of the \\ or rule
                                before it */
    for (int c = 0; c < f->grid->columns; c++)
        if (column_wrap_has(f, c)) {
            str_adds(out, before(c));
            put_cell(f, row, c, out);
        }
    str_adds(out, " \\\\\n");
}

/* Return how many columns of the part, from this one on, share a head. */
static int span_in(const struct column_wrap *f, int column)
{
    int n = grid_span(f->grid, column);

    while (n > 1 && !column_wrap_has(f, column + n - 1))
        n--;
    return n;
}

/* True if a column of the part has a head that others can share. */
static bool any_shared(const struct column_wrap *f)
{
    for (int c = 0; c < f->grid->columns; c++)
        if (column_wrap_has(f, c) && f->grid->column[c].over)
            return true;
    return false;
}

/* Write the shared heads, each over its columns, with a rule below. */
static void put_shared(const struct column_wrap *f, struct str *out)
{
    struct str rules = {0};

    for (int c = 0, n, at = 1; c < f->grid->columns; c += n) {
        const struct grid_column *of = &f->grid->column[c];

        n = column_wrap_has(f, c) ? span_in(f, c) : 1;
        if (!column_wrap_has(f, c))
            continue;
        str_adds(out, before(c));
        if (of->over) {
            str_addf(out, "\\multicolumn{%d}{c}{", n);
            put_bytes(of->head, (size_t)of->over, out);
            str_adds(out, "}");
            str_addf(&rules, "\\cmidrule(lr){%d-%d}", at, at + n - 1);
        }
        at += n;
    }
    str_addf(out, " \\\\\n%s\n", str_text(&rules));
    str_release(&rules);
}

/* Write the part of each head that its column does not share. */
static void put_own(const struct column_wrap *f, struct str *out)
{
    for (int c = 0; c < f->grid->columns; c++)
        if (column_wrap_has(f, c)) {
            str_adds(out, before(c));
            put_text(column_wrap_own(f, c), out);
        }
    str_adds(out, " \\\\\n");
}

static void put_heads(const struct column_wrap *f, struct str *out)
{
    if (f->shared && any_shared(f)) {
        put_shared(f, out);
        put_own(f, out);
    } else {
        put_row(f, -1, out);
    }
}

static void put_tabular(const struct column_wrap *f, struct str *out)
{
    const struct grid *g = f->grid;

    str_adds(out, "\\begin{tabular}{");
    for (int c = 0; c < g->columns; c++)
        if (column_wrap_has(f, c))
            str_adds(out, g->column[c].right ? "r" : "l");
    str_adds(out, "}\n\\toprule\n");
    put_heads(f, out);
    str_adds(out, "\\midrule\n");
    for (int r = 0; r < grid_shown(g); r++)
        put_row(f, r, out);
    str_adds(out, "\\bottomrule\n\\end{tabular}\n");
}

static bool any_span(const struct grid *g)
{
    for (int c = 0; c < g->columns; c++)
        if (grid_span(g, c) > 1)
            return true;
    return false;
}

static void put_tabulars(const struct grid *g, struct str *out)
{
    struct column_wrap f = column_wrap_begin(g, PAGE, any_span(g));

    for (int n = 0; column_wrap_next(&f); n++) {
        str_adds(out, n ? "\n\\medskip\n\n" : "");
        put_tabular(&f, out);
    }
    column_wrap_release(&f);
}

static void put_comments(const char *line, struct str *out)
{
    for (size_t n; *line; line += n + (line[n] == '\n')) {
        n = strcspn(line, "\n");
        str_addf(out, "%% %.*s\n", (int)n, line);
    }
}

/* Write a label from the title: letters, digits, and a hyphen for the rest. */
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
    put_tabulars(s->grid, out);
    str_adds(out, "\\end{table}\n");
    if (s->notes)
        put_comments(s->notes, out);
    return 0;
}

const struct format_kind format_latex = {
    .is = {.name = "latex",
           .summary =
               "a float with booktabs' rules that fits the page, the best "
               "means in bold; the lines are comments",
           .fields = no_fields},
    .write = write,
};
