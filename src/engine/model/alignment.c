#include "engine/model/alignment.h"

enum { STATE_LAST, STATE_ENDS };
const char *const alignment_states[] = {"last", "ends", NULL};

enum { TRAINED_LAST, TRAINED_ALL };
const char *const alignment_trained[] = {"last", "all", NULL};

/* --- encoders ------------------------------------------------------------- */

struct recurrent alignment_recurrent(struct params *p,
                                     const struct alignment_conf *c, int in,
                                     const char *name)
{
    return recurrent_add(
        p,
        &(struct recurrent_form){.kind = RECURRENT_LSTM,
                                 .in = in,
                                 .width = (int)c->hidden,
                                 .layers = (int)c->encoder_layers,
                                 .both = true,
                                 .two_biases = true,
                                 .start = START_UNIFORM},
        name);
}

int alignment_add(struct alignment *a, struct params *p,
                  const struct model_spec *s, const struct alignment_conf *c,
                  int width, struct error *e)
{
    const int hidden = (int)(c->pointer_hidden ? c->pointer_hidden : c->hidden);

    if (input_layer_add(&a->reading, p, s, &c->reading, INIT_FAN_IN, e))
        return -1;
    const int in = a->reading.width, question = 2 * (int)c->hidden;

    a->fuse =
        highway_add(p, in, (int)c->input_fusion, true, INIT_FAN_IN, "input");
    a->shared = alignment_recurrent(p, c, in, "shared");
    if (c->own_question)
        a->own = alignment_recurrent(p, c, in, "own");
    a->projects = c->project_state || width != question;
    if (a->projects)
        a->state =
            linear_add_as(p, question, width, true, INIT_FAN_IN, "state");
    a->pointer = pointer_add(p, width, hidden, (int)c->pointer_hops,
                             (enum fused)c->pointer_fusion, "pointer");
    return 0;
}

struct node *alignment_recur(struct tape *t, const struct model *m,
                             const struct grain *g, const struct recurrent *r,
                             struct node *x, int part)
{
    const struct alignment_conf *c = m->conf;
    const struct recurrent_dropout drop =
        recurrent_dropout(&c->reading, c->reading.dropout);
    const struct segments *seg = &g->part[part].seg;

    x = recurrent_drop(t, x, recurrent_dropout(&c->reading, c->input_dropout),
                       seg, g->example);
    x = recurrent_apply(t, &m->params, r, x, seg, drop, g->example);
    return recurrent_drop(t, x, drop, seg, g->example);
}

struct aligned alignment_encode(struct tape *t, const struct model *m,
                                const struct alignment *a,
                                const struct grain *g)
{
    const struct alignment_conf *c = m->conf;
    struct node *x[SIDES];
    struct aligned out;

    input_layer_apply(t, m, &a->reading, g, (float)c->reading.dropout, x);
    for (int i = 0; i < SIDES; i++)
        x[i] = highway_apply(t, &m->params, &a->fuse, x[i], 0.0f,
                             &g->part[i].seg, g->example);
    out.h = alignment_recur(t, m, g, &a->shared, x[DOCUMENT], DOCUMENT);
    out.u = alignment_recur(t, m, g, &a->shared, x[QUERY], QUERY);
    out.v = c->own_question ? alignment_recur(t, m, g, &a->own, x[QUERY], QUERY)
                            : out.u;
    return out;
}

/* --- attention ------------------------------------------------------------ */

/* One attention, with the settings that all of these models share. */
static struct node *align(struct tape *t, const struct model *m,
                          const struct grain *g, const struct chosen *kind,
                          const struct distance_features *l, struct attend in)
{
    const struct alignment_conf *c = m->conf;

    in.rows = g->part[DOCUMENT].seg;
    in.dropout = (float)c->attention_dropout;
    in.example = g->example;
    return distance_features_attend(t, &m->params, l, kind, in).a_out;
}

struct node *align_question(struct tape *t, const struct model *m,
                            const struct grain *g,
                            const struct distance_features *l,
                            const struct aligned *x)
{
    const struct alignment_conf *c = m->conf;

    return align(
        t, m, g, &c->attention, l,
        (struct attend){
            .q = x->h, .k = x->u, .b = x->v, .cols = g->part[QUERY].seg});
}

struct node *align_self(struct tape *t, const struct model *m,
                        const struct grain *g,
                        const struct distance_features *l, struct node *h)
{
    const struct alignment_conf *c = m->conf;

    return align(t, m, g, &c->self_attention, l,
                 (struct attend){.q = h,
                                 .k = h,
                                 .b = h,
                                 .cols = g->part[DOCUMENT].seg,
                                 .zero_self = c->zero_self});
}

struct inner inner_add(struct params *p, const struct alignment_conf *c,
                       const struct chosen *kind, int width)
{
    struct inner l;

    l.to = distance_features_add(p, width, width, kind, INIT_FAN_IN);
    l.fuse = fusion_add_fused(p, width, (enum fused)c->inner_fusion,
                              INIT_FAN_IN, "fuse");
    return l;
}

static struct node *fuse(struct tape *t, const struct model *m,
                         const struct grain *g, struct fusion u,
                         struct node *old, struct node *new)
{
    const struct alignment_conf *c = m->conf;

    new = tape_dropout(t, new, (float)c->fusion_dropout, &g->part[DOCUMENT].seg,
                       g->example);
    return fusion_apply_fused(t, &m->params, u, (enum fused)c->inner_fusion,
                              old, new);
}

struct node *inner_question(struct tape *t, const struct model *m,
                            const struct grain *g, const struct inner *l,
                            const struct aligned *x)
{
    return fuse(t, m, g, l->fuse, x->h, align_question(t, m, g, &l->to, x));
}

struct node *inner_self(struct tape *t, const struct model *m,
                        const struct grain *g, const struct inner *l,
                        struct node *h)
{
    return fuse(t, m, g, l->fuse, h, align_self(t, m, g, &l->to, h));
}

/* --- the answer ----------------------------------------------------------- */

static struct node *first_state(struct tape *t, const struct model *m,
                                const struct alignment *a,
                                const struct grain *g, struct node *u)
{
    const struct alignment_conf *c = m->conf;
    const int last = c->state == STATE_LAST ? u->cols : (int)c->hidden;
    struct node *z = tape_segment_ends(t, u, &g->part[QUERY].seg, last);

    return a->projects ? linear_apply(t, &m->params, a->state, z) : z;
}

void alignment_point(struct tape *t, const struct model *m,
                     const struct alignment *a, const struct grain *g,
                     struct node *h, struct node *u,
                     struct node *out[POINTER_HOPS])
{
    const struct alignment_conf *c = m->conf;

    pointer_apply(t, &m->params, &a->pointer,
                  &(struct pointer_input){.c = h,
                                          .z = first_state(t, m, a, g, u),
                                          .seg = &g->part[DOCUMENT].seg,
                                          .example = g->example,
                                          .dropout = (float)c->pointer_dropout},
                  out);
}

struct node *alignment_loss(struct tape *t, const struct model *m,
                            const struct grain *g,
                            struct node *const out[POINTER_HOPS],
                            float label_smoothing)
{
    const struct alignment_conf *c = m->conf;
    const int last = (int)c->pointer_hops - 1;
    struct node *loss = model_head_loss(t, m, g, out[last], label_smoothing);

    for (int i = 0; i < last && c->trained_hops == TRAINED_ALL; i++)
        loss = tape_add(t, loss,
                        model_head_loss(t, m, g, out[i], label_smoothing));
    return loss;
}
