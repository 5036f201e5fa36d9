#include "engine/model/own_features.h"

struct own_features own_features_add(struct params *p, int in, int width,
                                     const struct chosen *kind, enum init init)
{
    struct own_features f = {.wanted = attention_own_features(kind)};

    if (f.wanted)
        f.of = linear_add_as(p, in, width, true, init, "features");
    f.site = site_add(p, kind, 1);
    return f;
}

struct node *own_features_apply(struct tape *t, const struct params *p,
                                const struct own_features *f, struct node *x)
{
    return f->wanted ? linear_relu(t, p, f->of, x) : NULL;
}

void own_features_put(struct tape *t, const struct params *p,
                      const struct own_features *f, struct node *x,
                      struct node *y, struct attend *in)
{
    in->qn = own_features_apply(t, p, f, x);
    in->kn = x == y ? in->qn : own_features_apply(t, p, f, y);
}

struct attended own_features_attend(struct tape *t, const struct params *p,
                                    const struct own_features *f,
                                    const struct chosen *kind, struct attend in)
{
    in.heads = 1;
    if (!in.qn)
        own_features_put(t, p, f, in.q, in.k, &in);
    site_apply(t, p, &f->site, &in);
    return attend(t, kind, &in);
}
