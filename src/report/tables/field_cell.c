/* field_cell.c - table columns with the values of a field. */
#include "config.h"

#include "report/tables/field_cell.h"

#include <string.h>

#include "report/tables/groups.h"

int field_column(struct grid *g, const char *field)
{
    const int column = grid_column(g, false, "%s", field);

    g->column[column].field = true;
    g->column[column].texts = field_has_texts(field);
    g->column[column].values = !field_lacks_numbers(field);
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
