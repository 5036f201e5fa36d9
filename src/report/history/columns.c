/* columns.c - the columns of the long table. */
#include "config.h"

#include "report/history/writer.h"

#include <string.h>

#include "base/core/memory.h"

static const struct table_column before[BEFORE_SWEPT] = {
    {"trial", CELL_INT, 0},
    {"status", CELL_TEXT, sizeof("unfinished") - 1},
};
static const struct table_column behind[BEHIND_SWEPT] = {
    {"step", CELL_INT, 0},
    {"epoch", CELL_REAL, 0},
    {"metric", CELL_TEXT, METRIC_NAME - 1},
    {"value", CELL_REAL, 0},
};

struct table_column *long_columns(const struct swept_columns *s, int *n)
{
    struct table_column *all;

    *n = BEFORE_SWEPT + s->n + BEHIND_SWEPT;
    all = memory_zeroed((size_t)*n, sizeof(*all));
    memcpy(all, before, sizeof(before));
    memcpy(all + BEFORE_SWEPT, s->column, (size_t)s->n * sizeof(*all));
    memcpy(all + BEFORE_SWEPT + s->n, behind, sizeof(behind));
    return all;
}
