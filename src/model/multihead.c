#include "model/multihead.h"

static struct linear projection(struct params *p, int width, const char *name)
{
    return linear_add(p, width, width, false, name);
}

static struct multihead add(struct params *p, int width, int heads,
                            const struct chosen *kind, bool mixes,
                            const char *name)
{
    struct multihead m = {
        .out = {-1, -1},
        .own_features = attention_own_features(kind),
        .heads = heads,
    };

    params_enter(p, "%s", name);
    m.query = projection(p, width, "query");
    m.key = projection(p, width, "key");
    m.value = projection(p, width, "value");
    m.site = site_add(p, kind, heads);
    if (mixes)
        m.out = projection(p, width, "out");
    if (m.own_features) {
        m.query_n = projection(p, width, "query_n");
        m.key_n = projection(p, width, "key_n");
    }
    params_leave(p);
    return m;
}

struct multihead multihead_add(struct params *p, int width, int heads,
                               const struct chosen *kind, const char *name)
{
    return add(p, width, heads, kind, true, name);
}

struct multihead multihead_add_open(struct params *p, int width, int heads,
                                    const struct chosen *kind, const char *name)
{
    return add(p, width, heads, kind, false, name);
}

struct memory multihead_memory(struct tape *t, const struct params *p,
                               const struct multihead *m, struct node *x,
                               const struct segments *seg)
{
    struct memory y = {.seg = *seg};

    y.key = linear_apply(t, p, m->key, x);
    y.value = linear_apply(t, p, m->value, x);
    if (m->own_features)
        y.key_n = linear_apply(t, p, m->key_n, x);
    return y;
}

struct node *multihead_apply(struct tape *t, const struct params *p,
                             const struct multihead *m, struct node *x,
                             const struct segments *seg,
                             const struct memory *memory,
                             const struct attending *how)
{
    struct attend in = {
        .q = linear_apply(t, p, m->query, x),
        .k = memory->key,
        .b = memory->value,
        .rows = *seg,
        .cols = memory->seg,
        .heads = m->heads,
        .mask = how->mask,
        .by_rows = how->by_rows,
        .scaled = true,
        .example = how->example,
        .dropout = how->dropout,
    };

    if (m->own_features) {
        in.qn = linear_apply(t, p, m->query_n, x);
        in.kn = memory->key_n;
    }
    site_apply(t, p, &m->site, &in);
    struct node *y = attend(t, how->kind, &in).a_out;

    return m->out.weight < 0 ? y : linear_apply(t, p, m->out, y);
}
