/* text.c - tables for a terminal: columns aligned by the width of characters,
 * not by bytes. */
#include "config.h"

#include <string.h>

#include "report/format/column_wrap.h"
#include "report/format/format.h"
#include "text/language/text_width.h"

#define USUAL_LINE 100 /* characters; a wider table is split */

static void text_row(const struct column_wrap *f, int row, struct str *out)
{
    const size_t start = out->len;

    for (int c = 0; c < f->grid->columns; c++) {
        if (!column_wrap_has(f, c))
            continue;
        const char *text = column_wrap_text(f, row, c);
        const bool right = f->grid->column[c].right;
        int space = f->width[c] - text_width(text);
        str_addf(out, "%s%*s%s%*s", c ? "  " : "", right ? space : 0, "", text,
                 right ? 0 : space, "");
    }
    while (out->len > start && out->s[out->len - 1] == ' ')
        out->s[--out->len] = '\0';
    str_adds(out, "\n");
}

static void rule(const struct column_wrap *f, struct str *out)
{
    int all = -2;

    for (int c = 0; c < f->grid->columns; c++)
        all += column_wrap_has(f, c) ? f->width[c] + 2 : 0;
    for (int i = 0; i < all && i < f->line; i++)
        str_adds(out, "-");
    str_adds(out, "\n");
}

static void write_grid(const struct grid *g, int line, struct str *out)
{
    struct column_wrap f = column_wrap_begin(g, line, false);

    for (int n = 0; column_wrap_next(&f); n++) {
        str_adds(out, n ? "\n" : "");
        text_row(&f, -1, out);
        rule(&f, out);
        for (int r = 0; r < grid_shown(g); r++)
            text_row(&f, r, out);
    }
    column_wrap_release(&f);
}

/* Return where a line of n bytes is cut for a terminal: at the last blank with
 * at most `room` columns before it, or else at the first blank. */
static size_t cut_at(const char *text, size_t n, int room)
{
    size_t cut = n;

    if (text_width_of(text, n) <= room)
        return n;
    for (size_t i = 1; i < n; i++) {
        if (text[i] != ' ' || text[i - 1] == ' ')
            continue;
        if (cut < n && text_width_of(text, i) > room)
            break;
        cut = i;
    }
    return cut;
}

/* Write the notes, broken at blanks; a terminal would break within words. */
static void write_notes(const char *notes, int line, struct str *out)
{
    for (size_t n; *notes; notes += n + (notes[n] == '\n')) {
        n = strcspn(notes, "\n");
        size_t at = 0;

        do {
            const size_t part =
                line ? cut_at(notes + at, n - at, line - (at ? 1 : 0)) : n;

            str_adds(out, at ? " " : "");
            str_add(out, notes + at, part);
            str_adds(out, "\n");
            at += part;
        } while (at < n);
    }
}

static int write(const struct sheet *s, struct str *out, struct error *e)
{
    const int more = s->grid->rows - grid_shown(s->grid);

    (void)e;
    write_grid(s->grid, s->line ? s->line : USUAL_LINE, out);
    if (s->all && more)
        str_addf(out, "%d more: %s\n", more, s->all);
    if (s->notes) {
        str_adds(out, "\n");
        write_notes(s->notes, s->line, out);
    }
    return 0;
}

const struct format_kind format_text = {
    .is = {.name = "text",
           .summary = "for people: a table that is too wide for the terminal, "
                      "or elsewhere for 100 characters, gets short names of "
                      "fields, or is folded into several with the same first "
                      "columns",
           .fields = no_fields},
    .write = write,
};
