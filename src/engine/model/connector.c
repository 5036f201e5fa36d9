#include "engine/model/connector.h"

static struct factorisation side_add(struct params *p,
                                     const struct connector_how *how, int width,
                                     const char *name)
{
    struct factorisation f;

    params_enter(p, "%s", name);
    f = factorisation_add(p, width, how->factors);
    params_leave(p);
    return f;
}

struct connector connector_add(struct params *p,
                               const struct connector_how *how, int width)
{
    struct connector k = {.how = *how};

    for (int i = 0; i < how->layers; i++) {
        params_enter(p, "project.%d", i);
        k.project[i] =
            linear_add_as(p, width, width, how->bias, INIT_GLOROT, "");
        params_leave(p);
    }
    k.features = distance_features_add(p, width, width, how->kind, INIT_GLOROT);
    if (how->shared) {
        k.of[DOCUMENT] = factorisation_add(p, width, how->factors);
        k.of[QUERY] = k.of[DOCUMENT];
        return k;
    }
    k.of[DOCUMENT] = side_add(p, how, width, "document");
    if (how->both)
        k.of[QUERY] = side_add(p, how, width, "query");
    return k;
}

static struct node *project(struct tape *t, const struct params *p,
                            const struct connector *k, struct node *x)
{
    for (int i = 0; i < k->how.layers; i++)
        x = linear_relu(t, p, k->project[i], x);
    return x;
}

static struct attended align(struct tape *t, const struct params *p,
                             const struct connector *k, const struct grain *g,
                             struct node *const x[SIDES])
{
    struct node *q = project(t, p, k, x[DOCUMENT]);
    struct node *key = project(t, p, k, x[QUERY]);
    struct attend in = {.q = q,
                        .k = key,
                        .b = x[QUERY],
                        .a = k->how.both ? x[DOCUMENT] : NULL,
                        .rows = g->part[DOCUMENT].seg,
                        .cols = g->part[QUERY].seg,
                        .scaled = true,
                        .example = g->example,
                        .dropout = k->how.dropout};

    distance_features_put(t, p, &k->features, x[DOCUMENT], x[QUERY], &in);
    return distance_features_attend(t, p, &k->features, k->how.kind, in);
}

void connector_apply(struct tape *t, const struct params *p,
                     const struct connector *k, const struct grain *g,
                     struct node *const x[SIDES], struct node *out[SIDES])
{
    const struct attended to = align(t, p, k, g, x);

    out[DOCUMENT] =
        factorisation_apply(t, p, &k->of[DOCUMENT], x[DOCUMENT], to.a_out);
    out[QUERY] = k->how.both ? factorisation_apply(t, p, &k->of[QUERY],
                                                   x[QUERY], to.b_out)
                             : NULL;
}
