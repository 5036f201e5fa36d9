/* rows_tsv.c - a row per line; only tabs separate cells, quotes have no
 * meaning. */
#include "tasks/common/rows_internal.h"

#include <string.h>

static int cut(struct rows *t, char *cell[MAX_CELLS], int *n, struct error *e)
{
    char *line;
    size_t len;
    const int more = lines_next(t->lines, &line, &len, e);

    for (*n = 0; more > 0;) {
        if (*n < MAX_CELLS)
            cell[*n] = line;
        ++*n;
        line = strchr(line, '\t');
        if (!line)
            break;
        *line++ = 0;
    }
    return more;
}

const struct row_format rows_tsv = {
    .name = "tsv",
    .between = "tabs",
    .open = rows_open_lines,
    .cut = cut,
    .next = rows_next_cells,
};
