/* csv.c - reads a table that was written as CSV. */
#include "config.h"

#include "cmd/verify/csv.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"
#include "text/formats/csv_record.h"

enum { MOST = 4096 };

static int take_row(struct csv *c, const struct lines *l, char *const *cell,
                    int n, struct error *e)
{
    if (!c->columns)
        c->columns = n;
    if (n != c->columns || n > MOST)
        return lines_error(l, e, "found %d cells, expected %d", n,
                           n > MOST ? MOST : c->columns);
    for (int i = 0; i < n; i++) {
        GROW(c->cell, c->n, c->room);
        c->cell[c->n++] = memory_string(cell[i]);
    }
    c->rows++;
    return 0;
}

static int read_rows(struct csv *c, struct lines *l, struct str *record,
                     struct error *e)
{
    char **cell = memory_new(MOST * sizeof(*cell));
    int more, n;

    while ((more = csv_record(l, record, cell, MOST, &n, e)) > 0)
        if (take_row(c, l, cell, n, e)) {
            more = -1;
            break;
        }
    free(cell);
    return more || c->columns
               ? more
               : lines_error(l, e, "found nothing, expected a head");
}

int csv_read(struct csv *c, const char *path, struct error *e)
{
    struct lines *l = lines_open(path, e);
    struct str record = {0};

    *c = (struct csv){.rows = -1}; /* without the head */
    const int failed = l ? read_rows(c, l, &record, e) : -1;

    str_release(&record);
    lines_close(l);
    if (failed)
        csv_release(c);
    return failed;
}

void csv_release(struct csv *c)
{
    for (int i = 0; i < c->n; i++)
        free(c->cell[i]);
    free(c->cell);
    *c = (struct csv){0};
}

int csv_column(const struct csv *c, const char *head)
{
    for (int i = 0; i < c->columns; i++)
        if (!strcmp(c->cell[i], head))
            return i;
    return -1;
}

const char *csv_head(const struct csv *c, int column)
{
    return c->cell[column];
}

const char *csv_cell(const struct csv *c, int row, int column)
{
    return c->cell[(row + 1) * c->columns + column];
}
