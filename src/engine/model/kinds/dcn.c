/*
 * Dynamic coattention network (Xiong et al. 2017), in the form of section 3.2
 * of CS224N's report: one recurrent layer for document and query, coattention,
 * a recurrent layer over its output, and a decoder that guesses in rounds.
 */

#include "base/core/memory.h"
#include "engine/head/kinds/span.h"
#include "engine/layer/recurrent.h"
#include "engine/model/coattention.h"
#include "engine/model/input_layer.h"
#include "engine/model/pointing.h"

struct dcn_conf {
    struct input_layer_conf reading;
    long hidden, project, highway, pool, rounds;
    int first_guess, rounds_loss;
    bool sentinels, new_start, stop;
    double attention_dropout, mix_dropout, maxout_dropout;
    struct chosen attention;
};

static const char *const guess_names[] = {
    [GUESS_FIRST] = "first",
    [GUESS_WHOLE] = "whole",
    NULL,
};

enum { LOSS_MEAN, LOSS_SUM };
static const char *const loss_names[] = {
    [LOSS_MEAN] = "mean",
    [LOSS_SUM] = "sum",
    NULL,
};

static const struct field fields[] = {
    INPUT_LAYER_FIELDS,
    RECURRENT_DROPOUT_FIELD,
    FIELD_INT(struct dcn_conf, project, 128, 0, 1 << 14,
              "width that words and characters are projected to; 0: none"),
    FIELD_INT(struct dcn_conf, highway, 2, 0, HIGHWAY_LAYERS,
              "highway layers behind it"),
    FIELD_INT(
        struct dcn_conf, hidden, 100, 1, 1 << 12,
        "width of each direction of recurrent layers, and of the decoder"),
    FIELD_KIND(struct dcn_conf, attention, &attention_kinds, "softmax",
               "how document and query attend"),
    FIELD_RATE(struct dcn_conf, attention_dropout, 0.0, 0.0, 0.95,
               "on weights of attention"),
    FIELD_BOOL(struct dcn_conf, sentinels, true,
               "a learned row behind document and query, that stands for "
               "nothing of it"),
    FIELD_RATE(struct dcn_conf, mix_dropout, 0.0, 0.0, 0.95,
               "on what the recurrent layer behind the attention reads"),
    FIELD_INT(struct dcn_conf, pool, 16, 1, 1 << 8,
              "pieces of a maxout unit, of which the greatest counts"),
    FIELD_RATE(struct dcn_conf, maxout_dropout, 0.0, 0.0, 0.95,
               "on what the second and third layers of the maxout networks "
               "read"),
    FIELD_INT(struct dcn_conf, rounds, 4, 1, POINTING_ROUNDS,
              "rounds of the decoder, at most"),
    FIELD_CHOICE(struct dcn_conf, first_guess, GUESS_FIRST, guess_names,
                 "the span that the first round starts from: the first token, "
                 "or the whole document"),
    FIELD_BOOL(struct dcn_conf, new_start, false,
               "the end of a round is told its start, rather than that of the "
               "round before"),
    FIELD_BOOL(struct dcn_conf, stop, true,
               "an example is done with the round that leaves its guess as it "
               "was: later ones neither count nor answer"),
    FIELD_CHOICE(struct dcn_conf, rounds_loss, LOSS_MEAN, loss_names,
                 "what the loss of an example is of those of its rounds"),
    FIELD_END,
};

struct dcn {
    struct input_layer reading;
    struct projection projection;
    struct recurrent encode, mix;
    struct coattention coattention;
    struct pointing pointing;
};

static struct pointing_how pointing_how(const struct dcn_conf *c)
{
    return (struct pointing_how){
        .in = 2 * (int)c->hidden,
        .width = (int)c->hidden,
        .pool = (int)c->pool,
        .rounds = (int)c->rounds,
        .first = (enum first_guess)c->first_guess,
        .new_start = c->new_start,
        .stop = c->stop,
        .dropout = (float)c->maxout_dropout,
    };
}

/* The layers after the input layer, which is `width` wide. */
static void add_layers(struct dcn *d, struct params *p,
                       const struct dcn_conf *c, int width)
{
    const int h = (int)c->hidden;
    struct recurrent_form form = {
        .width = h, .two_biases = true, .start = START_UNIFORM};
    const struct pointing_how how = pointing_how(c);

    d->projection =
        projection_add(p, width, c->project, c->highway, true, INIT_FAN_IN);
    form.in = d->projection.width;
    d->encode = recurrent_add(p, &form, "encode");
    d->coattention =
        coattention_add(p, h, &c->attention, c->sentinels, "coattention");
    form.in = 3 * h;
    form.both = true;
    d->mix = recurrent_add(p, &form, "mix");
    d->pointing = pointing_add(p, &how, "pointing");
}

static int dcn_build(struct model *m, struct error *e)
{
    const struct dcn_conf *c = m->conf;
    struct dcn *d = memory_zeroed(1, sizeof(*d));

    m->own = d;
    if (m->spec.head.kind != &head_span)
        return error_set(e,
                         "found head '%s', expected span: it points to a "
                         "first and a last token",
                         m->spec.head.kind->is.name);
    if (input_layer_add(&d->reading, &m->params, &m->spec, &c->reading,
                        INIT_FAN_IN, e))
        return -1;
    add_layers(d, &m->params, c, d->reading.width);
    return 0;
}

/* A side of every example, from its tokens to the input of attention. */
static struct node *encode(struct tape *t, const struct model *m,
                           const struct grain *g, struct node *x, int part)
{
    const struct dcn_conf *c = m->conf;
    const struct dcn *d = m->own;
    const struct segments *seg = &g->part[part].seg;
    const struct recurrent_dropout none = {0};

    x = projection_apply(t, &m->params, &d->projection, x, 0.0f, seg,
                         g->example);
    x = recurrent_apply(t, &m->params, &d->encode, x, seg, none, g->example);
    return recurrent_drop(t, x,
                          recurrent_dropout(&c->reading, c->reading.dropout),
                          seg, g->example);
}

/* U: every token of the document, given the query. */
static struct node *read_document(struct tape *t, const struct model *m,
                                  const struct grain *g)
{
    const struct dcn_conf *c = m->conf;
    const struct dcn *d = m->own;
    const struct segments *seg = &g->part[DOCUMENT].seg;
    const struct recurrent_dropout drop =
        recurrent_dropout(&c->reading, c->reading.dropout);
    const struct recurrent_dropout none = {0};
    struct node *x[SIDES];

    input_layer_apply(t, m, &d->reading, g, drop.rate, x);
    for (int i = 0; i < SIDES; i++)
        x[i] = encode(t, m, g, x[i], i);
    struct node *y =
        coattention_apply(t, &m->params, &d->coattention, &c->attention, g, x,
                          (float)c->attention_dropout);

    y = recurrent_drop(t, tape_concat(t, x[DOCUMENT], y),
                       recurrent_dropout(&c->reading, c->mix_dropout), seg,
                       g->example);
    y = recurrent_apply(t, &m->params, &d->mix, y, seg, none, g->example);
    return recurrent_drop(t, y, drop, seg, g->example);
}

static struct pointed point(struct tape *t, const struct model *m,
                            const struct grain *g)
{
    const struct dcn *d = m->own;

    return pointing_apply(t, &m->params, &d->pointing, read_document(t, m, g),
                          &g->part[DOCUMENT].seg, g->example);
}

static struct node *dcn_scores(struct tape *t, const struct model *m,
                               const struct grain *g)
{
    const struct pointed said = point(t, m, g);

    return pointing_last(t, &said, &g->part[DOCUMENT].seg);
}

static struct node *dcn_loss(struct tape *t, const struct model *m,
                             const struct grain *g, float label_smoothing)
{
    const struct dcn_conf *c = m->conf;
    const struct pointed said = point(t, m, g);
    const struct head_grain read = head_pick(&m->head, g);

    (void)label_smoothing; /* refused before training */
    return pointing_loss(t, &said, &g->part[DOCUMENT].seg,
                         read.column[SPAN_RIGHT]->ints,
                         c->rounds_loss == LOSS_MEAN, g->weight);
}

static const char *const site_names[] = {"coattention", NULL};

const struct model_kind model_dcn = {
    .is = {.name = "dcn",
           .summary = "coattention, and a span guessed in rounds",
           .source = "Xiong et al., ICLR 2017; CS224N's form",
           .fields = fields,
           .size = sizeof(struct dcn_conf),
           .fresh = input_layer_check},
    .shapes = 1u << SHAPE_DOCUMENT_QUERY,
    .sites = site_names,
    .build = dcn_build,
    .end_scores = dcn_scores,
    .loss = dcn_loss,
};
