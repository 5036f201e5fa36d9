/* format.c - the registry of formats. */
#include "config.h"

#include "format/format.h"

#define KIND(name) extern const struct format_kind format_##name;
#include "format/kinds.def"
#undef KIND

static const struct kind *const list[] = {
#define KIND(name) &format_##name.is,
#include "format/kinds.def"
#undef KIND
    NULL,
};

static const char *lacks(const struct kind *kind)
{
    return ((const struct format_kind *)kind)->write ? NULL : "write()";
}

const struct kinds format_kinds = {
    .sort = "format", .list = list, .lacks = lacks};

const struct format_kind *format_find(const char *name)
{
    return (const struct format_kind *)kinds_find(&format_kinds, name);
}
