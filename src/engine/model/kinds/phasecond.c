/*
 * The phase conductor (under review at ICLR 2018): a phase in which the
 * document is represented by the question, layer by layer, followed by an outer
 * fusion of all layers; then a phase in which it attends to itself, with an
 * inner fusion in each layer.
 */
#include "base/core/memory.h"
#include "engine/model/alignment.h"

#define LAYERS 4

struct phasecond_conf {
    struct alignment_conf of;
    long question_layers, self_layers, outer_fusion, final_fusion;
    bool question_fusion;
};

static const struct field fields[] = {
    ALIGNMENT_FIELDS,
    FIELD_INT(struct phasecond_conf, question_layers, 2, 1, LAYERS,
              "layers of attention to the question; of several, whose outputs "
              "the pointer sees side by side, its first state is projected to "
              "their width, of 1 as project_state says"),
    FIELD_INT(struct phasecond_conf, self_layers, 2, 0, LAYERS,
              "layers of attention to itself"),
    FIELD_INT(struct phasecond_conf, outer_fusion, 2, 0, HIGHWAY_LAYERS,
              "highway layers between the phases"),
    FIELD_INT(struct phasecond_conf, final_fusion, 0, 0, HIGHWAY_LAYERS,
              "and behind the second phase"),
    FIELD_BOOL(struct phasecond_conf, question_fusion, false,
               "an inner fusion behind each layer of the first phase, too"),
    FIELD_END,
};

struct phasecond {
    struct alignment of;
    struct inner question[LAYERS], self[LAYERS];
    struct highway outer, final;
};

static void add_question(struct params *p, const struct phasecond_conf *c,
                         int i, struct inner *l)
{
    const int width = 2 * (int)c->of.hidden;

    params_enter(p, "question.%d", i);
    if (c->question_fusion)
        *l = inner_add(p, &c->of, &c->of.attention, width);
    else
        l->to = distance_features_add(p, width, width, &c->of.attention,
                                      INIT_FAN_IN);
    params_leave(p);
}

static int phasecond_build(struct model *m, struct error *e)
{
    const struct phasecond_conf *c = m->conf;
    struct phasecond *d = memory_zeroed(1, sizeof(*d));
    struct params *p = &m->params;
    const int width = 2 * (int)c->of.hidden * (int)c->question_layers;

    m->own = d;
    if (alignment_add(&d->of, p, &m->spec, &c->of, width, e))
        return -1;
    for (int i = 0; i < c->question_layers; i++)
        add_question(p, c, i, &d->question[i]);
    d->outer =
        highway_add(p, width, (int)c->outer_fusion, true, INIT_FAN_IN, "outer");
    for (int i = 0; i < c->self_layers; i++) {
        params_enter(p, "self.%d", i);
        d->self[i] = inner_add(p, &c->of, &c->of.self_attention, width);
        params_leave(p);
    }
    d->final =
        highway_add(p, width, (int)c->final_fusion, true, INIT_FAN_IN, "final");
    return 0;
}

/* An outer fusion, followed by dropout. */
static struct node *outer(struct tape *t, const struct model *m,
                          const struct grain *g, const struct highway *h,
                          struct node *x)
{
    const struct alignment_conf *c = m->conf;
    const struct segments *seg = &g->part[DOCUMENT].seg;

    x = highway_apply(t, &m->params, h, x, 0.0f, seg, g->example);
    return tape_dropout(t, x, (float)c->fusion_dropout, seg, g->example);
}

/* The first phase: [rows x 2 hidden question_layers]. */
static struct node *question_phase(struct tape *t, const struct model *m,
                                   const struct grain *g, struct aligned x)
{
    const struct phasecond_conf *c = m->conf;
    const struct phasecond *d = m->own;
    struct node *h[LAYERS];

    for (int i = 0; i < c->question_layers; i++) {
        const struct inner *l = &d->question[i];

        x.h = h[i] = c->question_fusion ? inner_question(t, m, g, l, &x)
                                        : align_question(t, m, g, &l->to, &x);
    }
    return outer(t, m, g, &d->outer,
                 tape_concat_all(t, h, (int)c->question_layers));
}

static void phasecond_hops(struct tape *t, const struct model *m,
                           const struct grain *g,
                           struct node *out[POINTER_HOPS])
{
    const struct phasecond_conf *c = m->conf;
    const struct phasecond *d = m->own;
    const struct aligned x = alignment_encode(t, m, &d->of, g);
    struct node *h = question_phase(t, m, g, x);

    for (int i = 0; i < c->self_layers; i++)
        h = inner_self(t, m, g, &d->self[i], h);
    if (c->final_fusion)
        h = outer(t, m, g, &d->final, h);
    alignment_point(t, m, &d->of, g, h, x.u, out);
}

static struct node *phasecond_scores(struct tape *t, const struct model *m,
                                     const struct grain *g)
{
    const struct phasecond_conf *c = m->conf;
    struct node *out[POINTER_HOPS];

    phasecond_hops(t, m, g, out);
    return out[c->of.pointer_hops - 1];
}

static struct node *phasecond_loss(struct tape *t, const struct model *m,
                                   const struct grain *g, float label_smoothing)
{
    struct node *out[POINTER_HOPS];

    phasecond_hops(t, m, g, out);
    return alignment_loss(t, m, g, out, label_smoothing);
}

static const char *const site_names[] = {"question", "self", NULL};

const struct model_kind model_phasecond = {
    .is = {.name = "phasecond",
           .summary = "a phase of attention to the question, then one of "
                      "attention to itself",
           .source = "Phase Conductor, under review at ICLR 2018",
           .fields = fields,
           .size = sizeof(struct phasecond_conf),
           .fresh = input_layer_check},
    .shapes = 1u << SHAPE_DOCUMENT_QUERY,
    .sites = site_names,
    .build = phasecond_build,
    .end_scores = phasecond_scores,
    .loss = phasecond_loss,
};
