/* rows_csv.c - commas between cells, and quotes (text/csv_record.h). */
#include "task/rows_parts.h"

#include "text/csv_record.h"

struct csv {
    struct str record; /* what its cells lie in */
};

static int cut(struct rows *t, char *cell[MAX_CELLS], int *n, struct error *e)
{
    struct csv *c = t->own;

    return csv_record(t->lines, &c->record, cell, MAX_CELLS, n, e);
}

static void release(struct rows *t)
{
    struct csv *c = t->own;

    str_release(&c->record);
}

const struct row_format rows_csv = {
    .name = "csv",
    .between = "commas",
    .size = sizeof(struct csv),
    .open = rows_open_lines,
    .close = release,
    .cut = cut,
    .next = rows_next_cells,
};
