/* format.c - the registry of formats. */
#include "config.h"

#include "report/format/format.h"

#include <stdlib.h>

#include "base/core/show.h"

#define KIND(name) extern const struct format_kind format_##name;
#include "report/format/kinds.def"
#undef KIND

static const struct kind *const list[] = {
#define KIND(name) &format_##name.is,
#include "report/format/kinds.def"
#undef KIND
    NULL,
};

static const char *lacks(const struct kind *kind)
{
    return ((const struct format_kind *)kind)->write ? NULL : "write()";
}

const struct kinds format_kinds = {
    .sort = "format", .list = list, .lacks = lacks};

/* Make notes safe to show.  Returns NULL for NULL. */
static char *lines_shown(const char *lines)
{
    struct str out = {0};

    if (!lines)
        return NULL;
    show_lines(lines, &out);
    return str_take(&out);
}

static int write_shown(const struct format_kind *k, const struct sheet *s,
                       struct str *out, struct error *e)
{
    struct grid grid = grid_show(s->grid);
    char *title = s->title ? show_copy(s->title) : NULL;
    char *notes = lines_shown(s->notes);
    struct sheet shown = *s;

    shown.grid = &grid;
    shown.title = title;
    shown.notes = notes;
    const int failed = k->write(&shown, out, e);

    grid_release(&grid);
    free(title);
    free(notes);
    return failed;
}

int format_write(const struct format_kind *k, const struct sheet *s,
                 struct str *out, struct error *e)
{
    return k->whole ? k->write(s, out, e) : write_shown(k, s, out, e);
}

const struct format_kind *format_find(const char *name)
{
    return (const struct format_kind *)kinds_find(&format_kinds, name);
}
