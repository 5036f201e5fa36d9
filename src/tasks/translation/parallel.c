#include "tasks/translation/parallel.h"

#include <stdlib.h>

#include "engine/task/data_path.h"

static const struct role roles[MAX_ROLES] = {
    {.name = "source"},
    {.name = "target"},
};
static const struct texts by_place = {0};
static const struct rows_layout layout = {
    .format = &rows_tsv, .columns = &by_place, .role = roles};

int parallel_open(struct parallel *p, const struct texts *names,
                  const char *beside, struct error *e)
{
    *p = (struct parallel){0};
    if (!names->n || names->n > 2)
        return error_set(e,
                         "found %d names of files, expected one, or source and "
                         "target",
                         names->n);
    for (int i = 0; i < names->n; i++)
        if (data_path(names->text[i], beside, &p->path[i], e))
            return -1;
    if (names->n == 1)
        p->rows = rows_open(p->path[0], &layout, e);
    for (int i = 0; i < 2 && names->n == 2; i++)
        if (!(p->file[i] = lines_open(p->path[i], e)))
            return -1;
    return p->rows || p->file[1] ? 0 : -1;
}

void parallel_close(struct parallel *p)
{
    rows_close(p->rows);
    for (int i = 0; i < 2; i++) {
        lines_close(p->file[i]);
        free(p->path[i]);
    }
    *p = (struct parallel){0};
}

/* The error about the file that is shorter. */
static int lacks_line(const struct parallel *p, int i, struct error *e)
{
    return lines_error(p->file[i], e,
                       "found the file's end, expected as many lines as in "
                       "'%s'",
                       p->path[!i]);
}

int parallel_next(struct parallel *p, struct cell cell[MAX_ROLES],
                  struct error *e)
{
    int more[2];

    if (p->rows)
        return rows_next(p->rows, cell, e);
    for (int i = 0; i < 2; i++) {
        char *line = NULL;

        more[i] = lines_next(p->file[i], &line, &cell[i].len, e);
        if (more[i] < 0)
            return -1;
        cell[i].text = line;
    }
    return more[0] == more[1] ? more[0] : lacks_line(p, more[0], e);
}

struct digest parallel_digest(const struct parallel *p, int i)
{
    return p->rows ? rows_digest(p->rows) : lines_digest(p->file[i]);
}

int parallel_error(const struct parallel *p, int part, const char *wrong,
                   struct error *e)
{
    return p->rows ? rows_error(p->rows, e, "%s", wrong)
                   : lines_error(p->file[part], e, "%s", wrong);
}
