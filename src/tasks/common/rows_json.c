/* rows_json.c - an array of objects, which is the file's only value. */
#include "tasks/common/rows_internal.h"

static int begin(struct rows *t, const char *path, struct error *e)
{
    t->json = json_open(path, e);
    return t->json ? json_enter(t->json, '[', e) : -1;
}

static int next(struct rows *t, struct cell *cell, struct error *e)
{
    const int more = json_element(t->json, e);

    if (more < 0)
        return -1;
    if (!more)
        return json_end(t->json, e);
    t->at_json = json_here(t->json);
    if (json_members(t->json, t->want, t->wants, e))
        return -1;
    return rows_next_members(t, cell, e);
}

const struct row_format rows_json = {
    .name = "json",
    .open = begin,
    .next = next,
};
