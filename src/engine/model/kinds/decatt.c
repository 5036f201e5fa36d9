/*
 * Decomposable attention (Parikh et al. 2016) with any attention kind for the
 * alignment: attend, compare, aggregate.
 *
 * Word vectors are projected to the hidden width without bias; F, G and H are
 * ReLU networks of two layers with dropout before each.  F may end without a
 * ReLU, or be linear.  If features are never negative, E = alpha F(a) F(b)^T is
 * not negative either, so tanh(E) adds and never subtracts, unless center_e
 * subtracts its mean.
 */
#include <math.h>

#include "base/core/memory.h"
#include "engine/attention/observer.h"
#include "engine/attention/site.h"
#include "engine/layer/embedding.h"
#include "engine/layer/layers.h"
#include "engine/model/model.h"

struct decatt_conf {
    long hidden, embedding;
    double dropout, attention_dropout;
    bool train_embedding, train_vectors;
    int features; /* enum features */
    struct chosen attention;
};

/* The form of F, and of a kind's own F_N. */
enum features { FEATURES_RELU, FEATURES_MLP, FEATURES_LINEAR };
static const char *const feature_names[] = {"relu", "mlp", "linear", NULL};

static const struct field fields[] = {
    FIELD_INT(struct decatt_conf, hidden, 200, 1, 1 << 14,
              "width of every layer"),
    FIELD_RATE(struct decatt_conf, dropout, 0.2, 0.0, 0.95,
               "before each layer of F, G and H"),
    FIELD_CHOICE(struct decatt_conf, features, FEATURES_RELU, feature_names,
                 "F, which E compares, and a kind's own F_N: two layers that "
                 "end in ReLU (Parikh et al.), whose E is never negative; mlp: "
                 "the second without; linear: one layer without"),
    FIELD_KIND(struct decatt_conf, attention, &attention_kinds, "softmax",
               "how the two sequences are aligned"),
    FIELD_RATE(struct decatt_conf, attention_dropout, 0.0, 0.0, 0.95,
               "on the alignment's weights"),
    EMBEDDING_FIELDS(struct decatt_conf),
    FIELD_END,
};

struct decatt {
    struct embedding words[MAX_PARTS];
    struct linear project, out;
    struct mlp f, fn; /* fn: features for N, if the kind wants its own */
    struct mlp g, h;
    bool distance_features;
    struct site site;
};

/* A linear F has a first layer only. */
static struct mlp features_add(struct params *p, const struct decatt_conf *c,
                               const char *name)
{
    const int hidden = (int)c->hidden;

    if (c->features != FEATURES_LINEAR)
        return mlp_add(p, hidden, hidden, name);
    return (struct mlp){.first = linear_add(p, hidden, hidden, true, name)};
}

static int decatt_build(struct model *m, struct error *e)
{
    const struct decatt_conf *c = m->conf;
    struct decatt *d = memory_zeroed(1, sizeof(*d));
    struct params *p = &m->params;
    int hidden = (int)c->hidden;

    m->own = d;
    const struct embedding_how how = {.width = (int)c->embedding,
                                      .random = !c->train_embedding,
                                      .train_vectors = c->train_vectors};

    if (embeddings_add(d->words, p, m->spec.words, &how, e) < 0)
        return -1;
    if (d->words[0].width != d->words[1].width)
        return error_set(e,
                         "word vectors: found widths %d and %d, expected one "
                         "for both parts",
                         d->words[0].width, d->words[1].width);
    d->distance_features = attention_distance_features(&c->attention);
    d->project = linear_add(p, d->words[0].width, hidden, false, "project");
    d->f = features_add(p, c, "f");
    if (d->distance_features)
        d->fn = features_add(p, c, "f_n");
    d->g = mlp_add(p, 2 * hidden, hidden, "g");
    d->h = mlp_add(p, 2 * hidden, hidden, "h");
    d->out = linear_add(p, hidden, model_width(m), true, "out");
    params_enter(p, "align");
    d->site = site_add(p, &c->attention, 1);
    params_leave(p);
    return 0;
}

/* One sentence of every example: its words and the features that attend. */
struct decatt_side {
    struct segments seg;
    struct node *x, *f, *fn;
};

static struct node *features_apply(struct tape *t, const struct model *m,
                                   const struct grain *g, struct mlp f,
                                   struct node *x, const struct segments *seg)
{
    const struct decatt_conf *c = m->conf;
    const float dropout = (float)c->dropout;

    if (c->features == FEATURES_RELU)
        return mlp_apply(t, &m->params, f, x, dropout, seg, g->example);
    x = tape_dropout(t, x, dropout, seg, g->example);
    if (c->features == FEATURES_LINEAR)
        return linear_apply(t, &m->params, f.first, x);
    x = linear_relu(t, &m->params, f.first, x);
    x = tape_dropout(t, x, dropout, seg, g->example);
    return linear_apply(t, &m->params, f.second, x);
}

static struct decatt_side side(struct tape *t, const struct model *m,
                               const struct grain *g, int part)
{
    const struct decatt *d = m->own;
    const struct packed *in = &g->part[part];
    struct decatt_side s = {.seg = in->seg};

    observer_tokens(t, part, in);
    s.x = linear_apply(t, &m->params, d->project,
                       embedding_apply(t, &m->params, &d->words[part], in));
    s.f = features_apply(t, m, g, d->f, s.x, &in->seg);
    if (d->distance_features)
        s.fn = features_apply(t, m, g, d->fn, s.x, &in->seg);
    return s;
}

/* v = sum_i G([x_i; aligned_i]) */
static struct node *compare(struct tape *t, const struct model *m,
                            const struct grain *g, const struct decatt_side *s,
                            struct node *aligned)
{
    const struct decatt_conf *c = m->conf;
    const struct decatt *d = m->own;
    struct node *x =
        mlp_apply(t, &m->params, d->g, tape_concat(t, s->x, aligned),
                  (float)c->dropout, &s->seg, g->example);

    return tape_segment_sum(t, x, &s->seg);
}

static struct node *decatt_scores(struct tape *t, const struct model *m,
                                  const struct grain *g)
{
    const struct decatt_conf *c = m->conf;
    const struct decatt *d = m->own;
    struct decatt_side a = side(t, m, g, 0), b = side(t, m, g, 1);
    struct attend in = {
        .q = a.f,
        .k = b.f,
        .qn = a.fn,
        .kn = b.fn,
        .b = b.x,
        .a = a.x,
        .rows = a.seg,
        .cols = b.seg,
        .heads = 1,
        .example = g->example,
        .dropout = (float)c->attention_dropout,
    };

    site_apply(t, &m->params, &d->site, &in);
    const struct attended al = attend(t, &c->attention, &in);
    struct node *v1 = compare(t, m, g, &a, al.a_out);
    struct node *v2 = compare(t, m, g, &b, al.b_out);
    struct segments each = segments_even(t->arena, g->n, 1);
    struct node *h = mlp_apply(t, &m->params, d->h, tape_concat(t, v1, v2),
                               (float)c->dropout, &each, g->example);

    return linear_apply(t, &m->params, d->out, h);
}

static const char *const site_names[] = {"align", NULL};

const struct model_kind model_decatt = {
    .is = {.name = "decatt",
           .summary = "decomposable attention over a pair of sequences",
           .source = "Parikh et al., EMNLP 2016",
           .fields = fields,
           .size = sizeof(struct decatt_conf)},
    .shapes = 1u << SHAPE_PAIR,
    .sites = site_names,
    .framing = {.null_token = {true, true}},
    .build = decatt_build,
    .scores = decatt_scores,
};
