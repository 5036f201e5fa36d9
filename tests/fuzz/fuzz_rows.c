/*
 * Rows of files: tsv, csv, JSON lines, a JSON array, in every layout.
 *
 * Seeds: tests/fuzz/seeds/rows* tests/fuzz/seeds/*.json* results/*.csv
 */
#include "fuzz.h"

#include "tasks/common/rows.h"

static const struct role roles[] = {{.name = "question", .member = "question"},
                                    {.name = "answer", .member = "answer"},
                                    {.name = "label", .member = "label"},
                                    {.name = "id", .optional = true}};
static char *by_name[] = {"question=Question", "answer=answer", "label=label"};
static const struct texts none;
static const struct texts named = {.text = by_name, .n = 3};

/* Each format with and without a header, and wide rows of its cells. */
enum { PLAIN, HEADED, WIDE, WIDE_HEADED, LAYOUTS };

static struct rows_layout layout_of(const struct row_format *f, int how)
{
    const bool wide = how == WIDE || how == WIDE_HEADED;

    return (struct rows_layout){
        .format = wide ? &rows_wide : f,
        .cells = wide ? f : NULL,
        .header = how == HEADED || how == WIDE_HEADED,
        .columns = how == HEADED ? &named : &none,
    };
}

static void read_rows(const char *path, struct rows_layout layout)
{
    struct cell cell[MAX_ROLES];
    struct error e = {""};
    int more = -1;

    layout.role = roles;
    struct rows *t = rows_open(path, &layout, &e);

    while (t && (more = rows_next(t, cell, &e)) > 0)
        for (int r = 0; r < MAX_ROLES; r++)
            MUST(!cell[r].text || strlen(cell[r].text) == cell[r].len);
    if (more < 0)
        fuzz_refused(&e);
    rows_close(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    const char *path = fuzz_file("rows", data, n);

    for (int f = 0; row_formats[f]; f++)
        for (int how = 0; how < LAYOUTS; how++)
            if (how == PLAIN || row_format_has_cells(row_formats[f]))
                read_rows(path, layout_of(row_formats[f], how));
    return 0;
}
