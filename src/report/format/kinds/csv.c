/* csv.c - tables as in RFC 4180: CRLF, and quotes where needed. */
#include "config.h"

#include "report/format/kinds/csv.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "report/format/format.h"

/* True for decimal digits, a point, an exponent and signs of both only. */
static bool is_number(const char *text)
{
    char *end;

    strtod(text, &end);
    return end > text && !*end && !text[strspn(text, "0123456789.eE+-")];
}

/* Spreadsheets run texts that begin so as formulas; such a text from foreign
 * data could be harmful. */
static bool is_formula(const char *text)
{
    return *text && strchr("=+-@\t\r", *text) && !is_number(text);
}

void csv_add(const char *text, struct str *out)
{
    if (!strpbrk(text, ",\"\r\n")) {
        str_adds(out, text);
        return;
    }
    str_adds(out, "\"");
    for (; *text; text++)
        str_addf(out, "%s%c", *text == '"' ? "\"" : "", *text);
    str_adds(out, "\"");
}

static void put_cell(const char *text, bool spreadsheet, struct str *out)
{
    char *marked =
        spreadsheet && is_formula(text) ? memory_format("'%s", text) : NULL;

    csv_add(marked ? marked : text, out);
    free(marked);
}

static int write(const struct sheet *s, struct str *out, struct error *e)
{
    const struct grid *g = s->grid;

    (void)e;
    for (int r = -1; r < grid_shown(g); r++) {
        for (int c = 0; c < g->columns; c++) {
            str_adds(out, c ? "," : "");
            put_cell(grid_text(g, r, c), s->spreadsheet, out);
        }
        str_adds(out, "\r\n");
    }
    return 0;
}

const struct format_kind format_csv = {
    .is = {.name = "csv",
           .summary = "the table alone, as RFC 4180 has it",
           .fields = no_fields},
    .data = true,
    .alone = true,
    .whole = true,
    .write = write,
};
