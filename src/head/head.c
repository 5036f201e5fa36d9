#include "head/head.h"

#define KIND(name) &head_##name.is,
static const struct kind *const list[] = {
#include "head/kinds.def"
    NULL,
};
#undef KIND

const struct kinds head_kinds = {.sort = "head", .list = list};
