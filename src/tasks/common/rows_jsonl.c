/* rows_jsonl.c - an object per line; its members are the cells. */
#include "tasks/common/rows_internal.h"

static int next(struct rows *t, struct cell *cell, struct error *e)
{
    struct error inner = {0};
    char *line;
    size_t len;
    int more = lines_next(t->lines, &line, &len, e);

    if (more <= 0)
        return more;
    if (json_object(line, len, t->want, t->wants, &inner))
        return rows_error(t, e, "%s", inner.text);
    return rows_next_members(t, cell, e);
}

const struct row_format rows_jsonl = {
    .name = "jsonl",
    .open = rows_open_lines,
    .next = next,
};
