/* csv.c - tables as RFC 4180 has them: CRLF, and quotes where needed. */
#include "config.h"

#include <string.h>

#include "format/format.h"

static void csv_cell(const char *text, struct str *out)
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

static int write(const struct sheet *s, struct str *out, struct error *e)
{
    const struct grid *g = s->grid;

    (void)e;
    for (int r = -1; r < grid_shown(g); r++) {
        for (int c = 0; c < g->columns; c++) {
            str_adds(out, c ? "," : "");
            csv_cell(grid_text(g, r, c), out);
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
    .write = write,
};
