/*
 * The iterative aligner (Hu et al. 2018) in the version of the phase
 * conductor's authors: attention to the question and to itself alternate, each
 * followed by an inner fusion.
 *
 * MReader, which Hu et al. released, is this with character_encoder: initials,
 * input_fusion: 0, own_question: false, zero_self: true, aggregate: true and
 * inner_fusion: difference.
 */
#include "base/core/memory.h"
#include "engine/model/alignment.h"

#define HOPS 4

struct aligner_conf {
    struct alignment_conf of;
    long hops;
    bool aggregate;
};

static const struct field fields[] = {
    ALIGNMENT_FIELDS,
    FIELD_INT(struct aligner_conf, hops, 2, 1, HOPS,
              "how often it aligns, to the question and to itself"),
    FIELD_BOOL(struct aligner_conf, aggregate, false,
               "a recurrent layer behind each hop (Hu et al.)"),
    FIELD_END,
};

struct iterative {
    struct alignment of;
    struct aligner_hop {
        struct inner question, self;
        struct recurrent aggregate;
    } hop[HOPS];
};

static void add_hop(struct params *p, const struct aligner_conf *c, int i,
                    struct aligner_hop *h)
{
    const int width = 2 * (int)c->of.hidden;

    params_enter(p, "question.%d", i);
    h->question = inner_add(p, &c->of, &c->of.attention, width);
    params_leave(p);
    params_enter(p, "self.%d", i);
    h->self = inner_add(p, &c->of, &c->of.self_attention, width);
    params_leave(p);
    params_enter(p, "aggregate.%d", i);
    if (c->aggregate)
        h->aggregate = alignment_recurrent(p, &c->of, width, "");
    params_leave(p);
}

static int aligner_build(struct model *m, struct error *e)
{
    const struct aligner_conf *c = m->conf;
    struct iterative *d = memory_zeroed(1, sizeof(*d));

    m->own = d;
    if (alignment_add(&d->of, &m->params, &m->spec, &c->of,
                      2 * (int)c->of.hidden, e))
        return -1;
    for (int i = 0; i < c->hops; i++)
        add_hop(&m->params, c, i, &d->hop[i]);
    return 0;
}

static void aligner_hops(struct tape *t, const struct model *m,
                         const struct grain *g, struct node *out[POINTER_HOPS])
{
    const struct aligner_conf *c = m->conf;
    const struct iterative *d = m->own;
    struct aligned x = alignment_encode(t, m, &d->of, g);

    for (int i = 0; i < c->hops; i++) {
        const struct aligner_hop *hop = &d->hop[i];

        x.h = inner_question(t, m, g, &hop->question, &x);
        x.h = inner_self(t, m, g, &hop->self, x.h);
        if (c->aggregate)
            x.h = alignment_recur(t, m, g, &hop->aggregate, x.h, DOCUMENT);
    }
    alignment_point(t, m, &d->of, g, x.h, x.u, out);
}

static struct node *aligner_scores(struct tape *t, const struct model *m,
                                   const struct grain *g)
{
    const struct aligner_conf *c = m->conf;
    struct node *out[POINTER_HOPS];

    aligner_hops(t, m, g, out);
    return out[c->of.pointer_hops - 1];
}

static struct node *aligner_loss(struct tape *t, const struct model *m,
                                 const struct grain *g, float label_smoothing)
{
    struct node *out[POINTER_HOPS];

    aligner_hops(t, m, g, out);
    return alignment_loss(t, m, g, out, label_smoothing);
}

static const char *const site_names[] = {"question", "self", NULL};

const struct model_kind model_aligner = {
    .is = {.name = "aligner",
           .summary = "attention to the question and to itself in turn",
           .source = "Hu et al., IJCAI 2018, and Phase Conductor's baseline",
           .fields = fields,
           .size = sizeof(struct aligner_conf),
           .fresh = input_layer_check},
    .shapes = 1u << SHAPE_DOCUMENT_QUERY,
    .sites = site_names,
    .build = aligner_build,
    .end_scores = aligner_scores,
    .loss = aligner_loss,
};
