#include "engine/model/flow.h"

const char *const flow_seconds[] = {"chain", "max", NULL};

struct flow flow_add(struct params *p, int width, const struct chosen *kind,
                     enum flow_second second, enum init init, const char *name)
{
    struct flow f = {.second = second};

    params_enter(p, "%s", name);
    f.document = linear_add(p, width, 1, true, "document");
    f.query = linear_add(p, width, 1, false, "query");
    f.product = params_add(p, 1, width, INIT_GLOROT, 0.0f, "product");
    f.features = distance_features_add(p, width, width, kind, init);
    params_leave(p);
    return f;
}

/* The features that N compares: the kind's own, or the vectors themselves,
 * which differ from what E compares. */
static struct node *features(struct tape *t, const struct params *p,
                             const struct flow *f, struct node *x)
{
    struct node *own = distance_features_apply(t, p, &f->features, x);

    return own ? own : x;
}

/* FLOW_MAX's view of the document, repeated for each of its tokens. */
static struct node *seen_by_query(struct tape *t, const struct chosen *kind,
                                  const struct attend *in)
{
    struct pairs p;

    pairs_init(&p, t->arena, in->rows, in->cols, 1, in->mask);
    struct node *e = attend_affinities(t, kind, in, &p);
    struct node *weight =
        tape_segment_softmax(t, tape_pair_row_max(t, &p, e), &in->rows);

    weight = tape_dropout(t, weight, in->dropout, &in->rows, in->example);
    return tape_segment_repeat(
        t, tape_segment_pool(t, in->a, weight, &in->rows), &in->rows);
}

struct node *flow_apply(struct tape *t, const struct params *p,
                        const struct flow *f, const struct chosen *kind,
                        struct flow_side c, struct flow_side q,
                        struct flow_dropout dropout, const int *example)
{
    struct node *x = tape_dropout(t, c.x, dropout.copies, &c.seg, example);
    struct node *y = tape_dropout(t, q.x, dropout.copies, &q.seg, example);
    struct node *product = tape_mul_row(t, x, params_node(t, p, f->product));
    struct node *qn = features(t, p, f, x);
    struct node *kn = features(t, p, f, y);
    struct node *q_bias = linear_apply(t, p, f->document, x);
    struct node *k_bias = linear_apply(t, p, f->query, y);
    struct attend in = {
        .q = product,
        .k = y,
        .qn = qn,
        .kn = kn,
        .q_bias = q_bias,
        .k_bias = k_bias,
        .b = q.x,
        .a = c.x,
        .rows = c.seg,
        .cols = q.seg,
        .heads = 1,
        .chain = f->second == FLOW_CHAIN,
        .example = example,
        .dropout = dropout.weights,
    };

    site_apply(t, p, &f->features.site, &in);
    struct node *second =
        f->second == FLOW_MAX ? seen_by_query(t, kind, &in) : NULL;

    if (second)
        in.a = NULL;
    const struct attended to = attend(t, kind, &in);
    struct node *first = tape_mul(t, c.x, to.a_out);

    second = tape_mul(t, c.x, second ? second : to.chain);
    return tape_concat_all(t, (struct node *[]){c.x, to.a_out, first, second},
                           4);
}
