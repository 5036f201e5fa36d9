/*
 * Bidirectional attention flow (Seo et al. 2017), as published or in CS224N's
 * form: recurrent layers before and after attention in both directions.  The
 * start of an answer is computed from the second of the layers after attention,
 * its end from one more layer.
 *
 * Published dropout is on the input of recurrent layers, with one exception:
 * document and query share the weights of the layer before attention, but only
 * the query has dropout there (the authors' code, bi-att-flow).
 */

#include "base/core/memory.h"
#include "engine/layer/recurrent.h"
#include "engine/model/flow.h"
#include "engine/model/input_layer.h"

enum { END_LAYER, END_POINTER };
static const char *const end_names[] = {"layer", "pointer", NULL};

enum { DROP_OUTPUTS, DROP_INPUTS };
static const char *const drop_names[] = {"outputs", "inputs", NULL};

enum { START_TORCH, START_TENSORFLOW };
static const char *const start_names[] = {"torch", "tensorflow", NULL};

struct bidaf_conf {
    struct input_layer_conf reading;
    long hidden, project, highway;
    int second, end, dropped, start;
    double attention_dropout;
    struct chosen attention;
};

static const struct field fields[] = {
    INPUT_LAYER_FIELDS,
    RECURRENT_DROPOUT_FIELD,
    FIELD_INT(struct bidaf_conf, project, 100, 0, 1 << 14,
              "width that words and characters are projected to; 0: none"),
    FIELD_INT(struct bidaf_conf, highway, 2, 0, HIGHWAY_LAYERS,
              "highway layers behind it"),
    FIELD_INT(struct bidaf_conf, hidden, 100, 1, 1 << 14,
              "width of each direction of recurrent layers"),
    FIELD_CHOICE(struct bidaf_conf, second, FLOW_CHAIN, flow_seconds,
                 "the document's second view: M (M^T C) as CS224N has it, or "
                 "as Seo et al. do by a softmax of its tokens' greatest "
                 "affinities, whatever the attention"),
    FIELD_CHOICE(struct bidaf_conf, end, END_LAYER, end_names,
                 "the end from one more layer as CS224N has it, or from one "
                 "that sees where the start is as Seo et al. do"),
    FIELD_CHOICE(struct bidaf_conf, dropped, DROP_OUTPUTS, drop_names,
                 "dropout on what recurrent layers and word vectors give, as "
                 "CS224N has it, or on what goes into the scores and into "
                 "recurrent layers, but for the document's before attention, "
                 "as Seo et al. do"),
    FIELD_CHOICE(struct bidaf_conf, start, START_TORCH, start_names,
                 "initial values: uniform by width, or Glorot's with forget "
                 "gates open; the affinity's are Glorot's in either"),
    FIELD_KIND(struct bidaf_conf, attention, &attention_kinds, "softmax",
               "how document and query attend"),
    FIELD_RATE(struct bidaf_conf, attention_dropout, 0.0, 0.0, 0.95,
               "on weights of attention"),
    FIELD_END,
};

struct bidaf {
    struct input_layer reading;
    struct projection projection;
    struct recurrent encode, model, last;
    struct flow flow;
    struct linear first_end, last_end;
};

static struct recurrent lstm_add(struct model *m, int in, int layers,
                                 const char *name)
{
    const struct bidaf_conf *c = m->conf;
    const bool torch = c->start == START_TORCH;

    return recurrent_add(
        &m->params,
        &(struct recurrent_form){.kind = RECURRENT_LSTM,
                                 .in = in,
                                 .width = (int)c->hidden,
                                 .layers = layers,
                                 .both = true,
                                 .two_biases = torch,
                                 .forget = torch ? 0.0f : 1.0f,
                                 .start = torch ? START_UNIFORM : START_GLOROT},
        name);
}

static int bidaf_build(struct model *m, struct error *e)
{
    const struct bidaf_conf *c = m->conf;
    const enum init init = c->start == START_TORCH ? INIT_FAN_IN : INIT_GLOROT;
    struct bidaf *d = memory_zeroed(1, sizeof(*d));
    struct params *p = &m->params;
    const int h = (int)c->hidden;

    m->own = d;
    if (input_layer_add(&d->reading, p, &m->spec, &c->reading, init, e))
        return -1;
    d->projection =
        projection_add(p, d->reading.width, c->project, c->highway, true, init);
    d->encode = lstm_add(m, d->projection.width, 1, "encode");
    d->flow = flow_add(p, 2 * h, &c->attention, (enum flow_second)c->second,
                       init, "flow");
    d->model = lstm_add(m, 8 * h, 2, "model");
    d->last = lstm_add(m, c->end == END_POINTER ? 14 * h : 2 * h, 1, "last");
    d->first_end = linear_add_as(p, 10 * h, 1, true, init, "start");
    d->last_end = linear_add_as(p, 10 * h, 1, true, init, "end");
    return 0;
}

/* The forward pass of one grain. */
struct bidaf_pass {
    struct tape *t;
    const struct model *m;
    const struct grain *g;
};

/* Dropout of a recurrent layer, if the model has it here: on its input or on
 * its output. */
static struct node *drop(const struct bidaf_pass *w, struct node *x, int where,
                         int part)
{
    const struct bidaf_conf *c = w->m->conf;

    return c->dropped == where
               ? recurrent_drop(
                     w->t, x,
                     recurrent_dropout(&c->reading, c->reading.dropout),
                     &w->g->part[part].seg, w->g->example)
               : x;
}

/* A recurrent stack after attention, with dropout between its layers, too. */
static struct node *recur(const struct bidaf_pass *w, const struct recurrent *r,
                          struct node *x)
{
    const struct bidaf_conf *c = w->m->conf;
    const struct recurrent_dropout between =
        recurrent_dropout(&c->reading, c->reading.dropout);

    x = drop(w, x, DROP_INPUTS, DOCUMENT);
    x = recurrent_apply(w->t, &w->m->params, r, x, &w->g->part[DOCUMENT].seg,
                        between, w->g->example);
    return drop(w, x, DROP_OUTPUTS, DOCUMENT);
}

/* A side of every example, from its tokens to the input of attention. */
static struct flow_side encode(const struct bidaf_pass *w, struct node *x,
                               int part)
{
    const struct bidaf *d = w->m->own;
    const struct params *p = &w->m->params;
    const struct segments *seg = &w->g->part[part].seg;

    x = projection_apply(w->t, p, &d->projection, x, 0.0f, seg, w->g->example);
    if (part == QUERY)
        x = drop(w, x, DROP_INPUTS, QUERY);
    x = recurrent_apply(w->t, p, &d->encode, x, seg,
                        (struct recurrent_dropout){0}, w->g->example);
    return (struct flow_side){.x = drop(w, x, DROP_OUTPUTS, part), .seg = *seg};
}

/* A score of each token, from two vectors. */
static struct node *score(const struct bidaf_pass *w, struct linear l,
                          struct node *one, struct node *other)
{
    const struct bidaf_conf *c = w->m->conf;
    struct node *x = tape_concat(w->t, one, other);

    if (c->dropped == DROP_INPUTS)
        x = tape_dropout(w->t, x, (float)c->reading.dropout,
                         &w->g->part[DOCUMENT].seg, w->g->example);
    return linear_apply(w->t, &w->m->params, l, x);
}

/* The input of the end's layer: [G; M; a; M * a], a = p_start^T M. */
static struct node *point(const struct bidaf_pass *w, struct node *flow,
                          struct node *model, struct node *start)
{
    const struct segments *seg = &w->g->part[DOCUMENT].seg;
    struct node *p = tape_segment_softmax(w->t, start, seg);
    struct node *a =
        tape_segment_repeat(w->t, tape_segment_pool(w->t, model, p, seg), seg);

    return tape_concat_all(
        w->t, (struct node *[]){flow, model, a, tape_mul(w->t, model, a)}, 4);
}

static struct node *bidaf_scores(struct tape *t, const struct model *m,
                                 const struct grain *g)
{
    const struct bidaf_conf *c = m->conf;
    const struct bidaf *d = m->own;
    const struct bidaf_pass w = {t, m, g};
    const bool outputs = c->dropped == DROP_OUTPUTS;
    const float dropout = outputs ? (float)c->reading.dropout : 0.0f;
    struct node *x[SIDES];

    input_layer_apply(t, m, &d->reading, g, dropout, x);
    /* In this order, which an argument list would not fix: dropout's addresses
     * are counted. */
    const struct flow_side document = encode(&w, x[DOCUMENT], DOCUMENT);
    const struct flow_side query = encode(&w, x[QUERY], QUERY);
    struct node *flow =
        flow_apply(t, &m->params, &d->flow, &c->attention, document, query,
                   (struct flow_dropout){dropout, (float)c->attention_dropout},
                   g->example);
    struct node *model = recur(&w, &d->model, flow);
    struct node *start = score(&w, d->first_end, flow, model);
    struct node *last =
        recur(&w, &d->last,
              c->end == END_POINTER ? point(&w, flow, model, start) : model);

    return tape_concat(t, start, score(&w, d->last_end, flow, last));
}

static const char *const site_names[] = {"flow", NULL};

const struct model_kind model_bidaf = {
    .is = {.name = "bidaf",
           .summary = "attention flow both ways between recurrent layers",
           .source = "Seo et al., ICLR 2017; CS224N's form",
           .fields = fields,
           .size = sizeof(struct bidaf_conf),
           .fresh = input_layer_check},
    .shapes = 1u << SHAPE_DOCUMENT_QUERY,
    .sites = site_names,
    .build = bidaf_build,
    .end_scores = bidaf_scores,
};
