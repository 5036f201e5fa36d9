#include "engine/head/head.h"

#define KIND(name) &head_##name.is,
static const struct kind *const list[] = {
#include "engine/head/kinds.def"
    NULL,
};
#undef KIND

static int count(const struct column_kind *const *c)
{
    int n = 0;

    while (c && c[n])
        n++;
    return n;
}

static const char *lacks(const struct kind *kind)
{
    const struct head_kind *k = (const struct head_kind *)kind;

    if (!k->columns)
        return "columns()";
    if (count(k->needs) + count(k->may_have) > HEAD_COLUMNS)
        return "room for its columns";
    if (k->needs && !k->make)
        return "make()";
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

void spec_take_columns(struct model_spec *s, const struct examples *x)
{
    s->columns = x->columns;
    for (int i = 0; i < x->columns; i++)
        s->column[i] = x->column[i].is;
}

int spec_place(const struct model_spec *s, const struct column_kind *is)
{
    for (int i = 0; i < s->columns; i++)
        if (column_is(&s->column[i], is))
            return i;
    return -1;
}

struct head_places head_find(const struct head_kind *k,
                             const struct model_spec *s)
{
    struct head_places p;
    int n = 0;

    for (int i = 0; i < HEAD_COLUMNS; i++)
        p.at[i] = -1;
    for (int i = 0; k->needs && k->needs[i]; i++)
        p.at[n++] = spec_place(s, k->needs[i]);
    for (int i = 0; k->may_have && k->may_have[i]; i++)
        p.at[n++] = spec_place(s, k->may_have[i]);
    return p;
}

struct head_grain head_pick(const struct head_places *p, const struct grain *g)
{
    struct head_grain out = {.all = g};

    for (int i = 0; i < HEAD_COLUMNS; i++)
        out.column[i] = grain_column_if(g, p->at[i]);
    return out;
}
