#include "config.h"

#include "report/history/swept_columns.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "sweep/results/trial_columns.h"

void swept_columns_begin(struct swept_columns *s, const struct experiment *x)
{
    *s = (struct swept_columns){.n = x->search.space.n};
    s->column = memory_zeroed((size_t)s->n + 1, sizeof(*s->column));
    for (int i = 0; i < s->n; i++) {
        const char *field = x->search.space.parameter[i].name;

        snprintf(s->column[i].name, COLUMN_NAME, "%s", field);
        s->column[i].type = field_lacks_numbers(field) ? CELL_TEXT : CELL_INT;
    }
}

void swept_columns_release(struct swept_columns *s)
{
    free(s->column);
    *s = (struct swept_columns){0};
}

static char *value_of(const char *field, const struct results_row *row)
{
    const struct trial_column c = trial_column(field);
    struct str value = {0};

    return trial_text(&c, row, true, &value) ? str_take(&value) : NULL;
}

char **swept_columns_values(const struct swept_columns *s,
                            const struct results_row *row)
{
    char **value = memory_zeroed((size_t)s->n + 1, sizeof(*value));

    for (int i = 0; i < s->n; i++)
        value[i] = value_of(s->column[i].name, row);
    return value;
}

void swept_columns_values_free(const struct swept_columns *s, char **value)
{
    for (int i = 0; i < s->n; i++)
        free(value[i]);
    free(value);
}

void swept_columns_fit(struct swept_columns *s, char *const *value)
{
    for (int i = 0; i < s->n; i++)
        table_column_fit(&s->column[i], value[i]);
}
