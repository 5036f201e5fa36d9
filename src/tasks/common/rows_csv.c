/* rows_csv.c - commas between cells, and quotes (formats/csv_record.h). */
#include "tasks/common/rows_internal.h"

#include "text/formats/csv_record.h"

static int cut(struct rows *t, char *cell[MAX_CELLS], int *n, struct error *e)
{
    return csv_record(t->lines, &t->record, cell, MAX_CELLS, n, e);
}

const struct row_format rows_csv = {
    .name = "csv",
    .between = "commas",
    .open = rows_open_lines,
    .cut = cut,
    .next = rows_next_cells,
};
