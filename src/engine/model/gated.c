#include "engine/model/gated.h"

const char *const gated_names[] = {
    [GATED_PASSAGE] = "passage",
    [GATED_PAIR] = "pair",
    [GATED_SQUARED] = "squared",
    NULL,
};

struct gated gated_add(struct params *p, const struct gated_how *how,
                       int d, const char *name)
{
    const bool pair = how->form == GATED_PAIR;
    struct gated s = {.how = *how, .out = pair ? 2 * d : d};

    params_enter(p, "%s", name);
    s.rows = linear_add_as(p, d, how->width, false, INIT_GLOROT, "rows");
    s.cols = how->shared ? s.rows
                         : linear_add_as(p, d, how->width, false, INIT_GLOROT,
                                         "cols");
    s.features =
        distance_features_add(p, d, how->width, how->kind, INIT_GLOROT);
    s.gate = linear_add_as(p, 2 * d, s.out, !pair, INIT_GLOROT, "gate");
    params_leave(p);
    return s;
}

static struct node *align(struct tape *t, const struct params *p,
                          const struct gated *s, const struct grain *g,
                          struct node *x, struct node *y, int part)
{
    struct node *q = linear_relu(t, p, s->rows, x);
    struct node *k =
        x == y && s->how.shared ? q : linear_relu(t, p, s->cols, y);
    struct attend in = {.q = q,
                        .k = k,
                        .b = y,
                        .rows = g->part[DOCUMENT].seg,
                        .cols = g->part[part].seg,
                        .scaled = true,
                        .example = g->example,
                        .dropout = s->how.dropout};

    distance_features_put(t, p, &s->features, x, y, &in);
    return distance_features_attend(t, p, &s->features, s->how.kind, in).a_out;
}

static struct node *squared(struct tape *t, const struct params *p,
                            const struct gated *s, struct node *x,
                            struct node *a)
{
    struct node *less = tape_subtract(t, a, x);
    struct node *square = tape_mul(t, less, less);
    struct node *product = tape_mul(t, a, x);

    return linear_relu(t, p, s->gate, tape_concat(t, square, product));
}

struct node *gated_apply(struct tape *t, const struct params *p,
                         const struct gated *s, const struct grain *g,
                         struct node *x, struct node *y, int part)
{
    struct node *a = align(t, p, s, g, x, y, part);

    if (s->how.form == GATED_SQUARED)
        return squared(t, p, s, x, a);
    struct node *both = tape_concat(t, x, a);
    struct node *open = tape_sigmoid(t, linear_apply(t, p, s->gate, both));

    return tape_mul(t, s->how.form == GATED_PAIR ? both : x, open);
}
