#include "head/head.h"

#define KIND(name) &head_##name.is,
static const struct kind *const list[] = {
#include "head/kinds.def"
    NULL,
};
#undef KIND

static const char *lacks(const struct kind *kind)
{
    const struct head_kind *k = (const struct head_kind *)kind;

    if (!k->columns)
        return "columns()";
    if (!k->by_probability && !k->by_text)
        return "by_probability() or by_text()";
    if (k->reads == READS_SEQUENCE)
        return NULL;
    return !k->width    ? "width()"
           : !k->loss   ? "loss()"
           : !k->answer ? "answer()"
                        : NULL;
}

const struct kinds head_kinds = {.sort = "head", .list = list, .lacks = lacks};
