/*
 * Rows of files: tsv, csv, JSON lines, a JSON array, in every layout.
 *
 * Seeds: tests/fuzz/seeds/rows* tests/fuzz/seeds/*.json* results/*.csv
 */
#include "fuzz.h"

#include "task/rows.h"

static const struct role roles[] = {{.name = "question", .member = "question"},
                                    {.name = "answer", .member = "answer"},
                                    {.name = "label", .member = "label"},
                                    {.name = "id", .optional = true}};
static char *by_name[] = {"question=Question", "answer=answer", "label=label"};
static const struct texts none;
static const struct texts named = {.text = by_name, .n = 3};

static const struct rows_layout layouts[] = {
    {.format = FORMAT_TSV},
    {.format = FORMAT_CSV},
    {.format = FORMAT_JSONL},
    {.format = FORMAT_JSON},
    {.format = FORMAT_TSV, .header = true, .columns = &named},
    {.format = FORMAT_CSV, .header = true, .columns = &named},
    {.format = FORMAT_TSV, .wide = true},
    {.format = FORMAT_CSV, .wide = true, .header = true},
};

static void read_rows(const char *path, struct rows_layout layout)
{
    struct cell cell[MAX_ROLES];
    struct error e = {""};
    int more = -1;

    layout.role = roles;
    if (!layout.columns)
        layout.columns = &none;
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

    for (size_t i = 0; i < sizeof(layouts) / sizeof(*layouts); i++)
        read_rows(path, layouts[i]);
    return 0;
}
