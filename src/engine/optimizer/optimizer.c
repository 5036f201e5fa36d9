#include "engine/optimizer/optimizer.h"

#define KIND(name) extern const struct optimizer_kind optimizer_##name;
#include "engine/optimizer/kinds.def"
#undef KIND

static const struct kind *const list[] = {
#define KIND(name) &optimizer_##name.is,
#include "engine/optimizer/kinds.def"
#undef KIND
    NULL,
};

static const char *lacks(const struct kind *kind)
{
    const struct optimizer_kind *k = (const struct optimizer_kind *)kind;

    return k->moments < 0 || k->moments > MAX_MOMENTS ? "possible moments"
           : !k->update                               ? "update()"
                                                      : NULL;
}

const struct kinds optimizer_kinds = {
    .sort = "optimizer", .list = list, .lacks = lacks};

static const struct optimizer_kind *kind_of(const struct chosen *kind)
{
    return (const struct optimizer_kind *)kind->kind;
}

int optimizer_moments(const struct chosen *kind)
{
    return kind_of(kind)->moments;
}

void optimizer_update(const struct chosen *kind, const struct descent *d,
                      size_t n, const float *grad, float *const *moment,
                      float *param)
{
    kind_of(kind)->update(kind->conf, d, n, grad, moment, param);
}
