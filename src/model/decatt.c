/*
 * Decomposable attention (Parikh et al. 2016), its alignment by any attention
 * kind: attend, compare, aggregate.
 *
 * Fixed word vectors are projected to the hidden width without bias; F, G and
 * H are ReLU networks of two layers with dropout before each.
 */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "layer/layers.h"
#include "model/heads.h"

struct decatt_conf {
    long hidden, embedding;
    double dropout, attention_dropout;
    bool train_embedding;
    struct chosen attention;
};

static const struct field fields[] = {
    FIELD_INT(struct decatt_conf, hidden, 200, 1, 1 << 14,
              "width of every layer"),
    FIELD_REAL(struct decatt_conf, dropout, 0.2, 0.0, 0.95,
               "before each layer of F, G and H"),
    FIELD_KIND(struct decatt_conf, attention, &attention_kinds, "softmax",
               "how the two sequences are aligned"),
    FIELD_REAL(struct decatt_conf, attention_dropout, 0.0, 0.0, 0.95,
               "on the alignment's weights"),
    FIELD_INT(struct decatt_conf, embedding, 100, 1, 1 << 14,
              "width of word vectors where the task has none"),
    FIELD_BOOL(struct decatt_conf, train_embedding, true,
               "train them, rather than keep random ones"),
    FIELD_END,
};

struct decatt {
    int embedding; /* parameter, or -1: `table` is fixed */
    int width;     /* of word vectors */
    float *table;  /* owned [vocabulary x width], or NULL */
    struct linear project, out;
    struct mlp f, fn, g, h; /* fn: features for N, if the kind wants its own */
    bool own_features;
};

/* Fixed random vectors of length about 1, the same for every seed. */
static float *random_table(int rows, int width)
{
    size_t n = (size_t)rows * width;
    float *table = memory_floats(n);

    random_normal(random_key(0, "word vectors"), (struct address){0}, n,
                  1.0f / sqrtf((float)width), table);
    return table;
}

static void add_embedding(struct model *m, struct decatt *d)
{
    const struct decatt_conf *c = m->conf;

    d->embedding = -1;
    d->width = m->spec.vectors ? m->spec.vector_width : (int)c->embedding;
    if (m->spec.vectors)
        return;
    if (c->train_embedding)
        d->embedding =
            params_add(&m->params, m->spec.vocabulary, d->width, INIT_NORMAL,
                       1.0f / sqrtf((float)d->width), "embedding");
    else
        d->table = random_table(m->spec.vocabulary, d->width);
}

static int decatt_build(struct model *m, struct error *e)
{
    const struct decatt_conf *c = m->conf;
    struct decatt *d = memory_zeroed(1, sizeof(*d));
    struct params *p = &m->params;
    int hidden = (int)c->hidden;

    (void)e;
    m->own = d;
    add_embedding(m, d);
    d->own_features = attention_own_features(&c->attention);
    d->project = linear_add(p, d->width, hidden, false, "project");
    d->f = mlp_add(p, hidden, hidden, "f");
    if (d->own_features)
        d->fn = mlp_add(p, hidden, hidden, "f_n");
    d->g = mlp_add(p, 2 * hidden, hidden, "g");
    d->h = mlp_add(p, 2 * hidden, hidden, "h");
    d->out = linear_add(p, hidden, head_classes(&m->spec), true, "out");
    return 0;
}

static void decatt_release(struct model *m)
{
    struct decatt *d = m->own;

    if (d)
        free(d->table);
    free(d);
}

/* One sentence of every example: its words and what attends. */
struct side {
    struct segments seg;
    struct node *x, *f, *fn;
};

static struct node *words(struct tape *t, const struct model *m,
                          const struct packed *in)
{
    const struct decatt *d = m->own;
    const float *fixed = m->spec.vectors ? m->spec.vectors : d->table;
    struct node *table =
        d->embedding >= 0
            ? params_node(t, &m->params, d->embedding)
            : tape_borrow(t, (float *)fixed, m->spec.vocabulary, d->width);

    return tape_lookup(t, table, in->token, segments_rows(&in->seg), 1.0f);
}

static struct side side(struct tape *t, const struct model *m,
                        const struct grain *g, int part)
{
    const struct decatt_conf *c = m->conf;
    const struct decatt *d = m->own;
    const struct packed *in = &g->part[part];
    struct side s = {.seg = in->seg};

    s.x = linear_apply(t, &m->params, d->project, words(t, m, in));
    s.f = mlp_apply(t, &m->params, d->f, s.x, (float)c->dropout, &in->seg,
                    g->example);
    if (d->own_features)
        s.fn = mlp_apply(t, &m->params, d->fn, s.x, (float)c->dropout, &in->seg,
                         g->example);
    return s;
}

/* v = sum_i G([x_i; aligned_i]) */
static struct node *compare(struct tape *t, const struct model *m,
                            const struct grain *g, const struct side *s,
                            struct node *aligned)
{
    const struct decatt_conf *c = m->conf;
    const struct decatt *d = m->own;
    struct node *x =
        mlp_apply(t, &m->params, d->g, tape_concat(t, s->x, aligned),
                  (float)c->dropout, &s->seg, g->example);

    return tape_segment_sum(t, x, &s->seg);
}

/* One row an example. */
static struct segments one_each(struct tape *t, int n)
{
    int *at = arena_ints(t->arena, (size_t)n + 1);

    for (int i = 0; i <= n; i++)
        at[i] = i;
    return (struct segments){.n = n, .at = at};
}

static struct node *decatt_scores(struct tape *t, const struct model *m,
                                  const struct grain *g)
{
    const struct decatt_conf *c = m->conf;
    const struct decatt *d = m->own;
    struct side a = side(t, m, g, 0), b = side(t, m, g, 1);
    struct attended al = attend(t, &c->attention,
                                &(struct attend){
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
                                });
    struct node *v1 = compare(t, m, g, &a, al.a_out);
    struct node *v2 = compare(t, m, g, &b, al.b_out);
    struct segments each = one_each(t, g->n);
    struct node *h = mlp_apply(t, &m->params, d->h, tape_concat(t, v1, v2),
                               (float)c->dropout, &each, g->example);

    return linear_apply(t, &m->params, d->out, h);
}

static struct node *decatt_loss(struct tape *t, const struct model *m,
                                const struct grain *g, float label_smoothing)
{
    return class_loss(t, g, decatt_scores(t, m, g), label_smoothing);
}

static void decatt_answer(struct tape *t, const struct model *m,
                          const struct grain *g, struct answers *out)
{
    class_answer(t, &m->spec, decatt_scores(t, m, g), out);
}

/* Values, with dropout's factors besides; gradients are alive few at a time,
 * in the widest place those of what is concatenated. */
static size_t decatt_bytes(const struct model *m, const struct grain_size *s)
{
    const struct decatt_conf *c = m->conf;
    const struct decatt *d = m->own;
    const double h = (double)c->hidden, drops = c->dropout > 0.0 ? 1.0 : 0.0;
    const double mlp1 = 2 * h + drops * 2 * (2 * h); /* from width h */
    const double mlp2 = 2 * h + drops * 2 * (3 * h); /* from width 2 h */
    const double fs = d->own_features ? 2.0 : 1.0, gradients = 8 * h;
    const double row = d->width + h /* x */ + fs * mlp1 + h /* aligned */ +
                       2 * h /* concatenated */ + mlp2 + gradients;
    const double floats = (double)(s->rows[0] + s->rows[1]) * row +
                          s->n * (2 * h + 2 * h + mlp2) +
                          s->pairs[0][1] * (4.0 + fs);

    return (size_t)(floats * sizeof(float));
}

const struct model_kind model_decatt = {
    .is = {.name = "decatt",
           .summary = "decomposable attention over a pair of sequences",
           .source = "Parikh et al., EMNLP 2016",
           .fields = fields,
           .size = sizeof(struct decatt_conf)},
    .shapes = 1u << SHAPE_PAIR,
    .heads = 1u << HEAD_CLASS | 1u << HEAD_RANK,
    .framing = {.null_token = {true, true}},
    .build = decatt_build,
    .release = decatt_release,
    .loss = decatt_loss,
    .answer = decatt_answer,
    .grain_bytes = decatt_bytes,
};
