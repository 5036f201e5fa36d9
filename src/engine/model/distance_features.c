#include "engine/model/distance_features.h"

struct distance_features distance_features_add(struct params *p, int in,
                                               int width,
                                               const struct chosen *kind,
                                               enum init init)
{
    struct distance_features f = {.wanted = attention_distance_features(kind)};

    if (f.wanted)
        f.of = linear_add_as(p, in, width, true, init, "features");
    f.site = site_add(p, kind, 1);
    return f;
}

struct node *distance_features_apply(struct tape *t, const struct params *p,
                                     const struct distance_features *f,
                                     struct node *x)
{
    return f->wanted ? linear_relu(t, p, f->of, x) : NULL;
}

void distance_features_put(struct tape *t, const struct params *p,
                           const struct distance_features *f, struct node *x,
                           struct node *y, struct attend *in)
{
    in->qn = distance_features_apply(t, p, f, x);
    in->kn = x == y ? in->qn : distance_features_apply(t, p, f, y);
}

struct attended distance_features_attend(struct tape *t, const struct params *p,
                                         const struct distance_features *f,
                                         const struct chosen *kind,
                                         struct attend in)
{
    in.heads = 1;
    if (!in.qn)
        distance_features_put(t, p, f, in.q, in.k, &in);
    site_apply(t, p, &f->site, &in);
    return attend(t, kind, &in);
}
