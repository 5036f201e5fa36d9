/* field_cell.c - table columns with the values of a field. */
#include "config.h"

#include "report/tables/field_cell.h"

#include <string.h>

#include "report/tables/groups.h"

/* Names of variants are texts, even if they look like numbers. */
int field_column(struct grid *g, const char *field)
{
    const int column = grid_column(g, false, "%s", field);
    const bool texts = field_has_texts(field);

    g->column[column].field = true;
    g->column[column].texts = texts;
    g->column[column].values = !texts && strcmp(field, VARIANT) != 0;
    return column;
}

void field_cell(struct grid *g, int row, int column, const char *value,
                bool data)
{
    struct str cell = {0};

    if (data && !strcmp(value, NO_FIELD))
        return;
    shown_value(g->column[column].head, value, data, &cell);
    grid_set(g, row, column, "%s", str_text(&cell));
    str_release(&cell);
}
