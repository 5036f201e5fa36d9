/*
 * DecaProp (Tay et al., NeurIPS 2018): densely connected attention propagation.
 * Each side has a stack of recurrent layers.  Between every layer of the
 * document and every layer of the question is a connector (model/connector.h),
 * which gives each token three numbers g:
 *
 *     H_i = RNN_i([H_(i-1); g_(i-1)(i-1)])           feed: bac
 *     P   = [H_1 ... H_n; g_ij for all i, j]         Q alike
 *     U_1 = RNN(gated(P, Q)), U_2 = RNN(gated(U_1, U_1))
 *     M   = [U_2; connectors of U_1, U_2 with all of the question's H_k]
 *     R   = RNN(M), start = w R, end = w' RNN(R)
 *
 * The paper, its authors' code, which does not run, and other implementations
 * differ.  A field selects between them where the structure differs, but not
 * for initial values, nor for dropout inside a gated attention.
 */
#include "engine/model/decaprop.h"

#include "engine/model/model.h"

static const char *const cell_names[] = {"gru", "lstm", NULL};

static const char *const feed_names[] = {"none", "bac", NULL};

static const char *const self_gate_names[] = {
    [SELF_AS_CORE] = "core",
    [SELF_FORM + GATED_PASSAGE] = "passage",
    [SELF_FORM + GATED_PAIR] = "pair",
    [SELF_FORM + GATED_SQUARED] = "squared",
    NULL,
};

static const char *const upper_names[] = {"concat", "replace", NULL};

static const struct field fields[] = {
    FIELD_BOOL(struct input_layer_conf, words, true,
               "word vectors are read, else a word is its characters alone"),
    EMBEDDING_FIELDS(struct input_layer_conf),
    FIELD_INT(struct input_layer_conf, characters, 8, 0, 1 << 10,
              "width of a character's vector; 0: words alone, and no other "
              "field of characters is read"),
    CHARACTER_FIELDS_AS(CHARACTERS_STATES, 128, 5, 0, 8),
    SPELLING_FIELDS(0.0),
    FIELD_INT(struct decaprop_conf, project, 0, 0, 1 << 14,
              "width that words and characters are projected to; 0: none"),
    FIELD_INT(struct decaprop_conf, highway, 2, 0, HIGHWAY_LAYERS,
              "highway layers over words, characters and features"),
    FIELD_INT(struct decaprop_conf, hidden, 64, 1, 1 << 14,
              "width of each direction of recurrent layers"),
    FIELD_CHOICE(struct decaprop_conf, cell, CELL_GRU, cell_names,
                 "recurrent layers over tokens: GRU, its reset after the "
                 "product, or LSTM"),
    FIELD_INT(struct decaprop_conf, layers, 3, 1, DECAPROP_LAYERS,
              "recurrent layers of each side's encoder"),
    FIELD_BOOL(struct decaprop_conf, own_question, false,
               "the question has encoders of its own, else both share theirs"),
    FIELD_CHOICE(struct decaprop_conf, feed, FEED_CONNECTORS, feed_names,
                 "bac: a layer of either side also reads what the connector "
                 "of the layers below gives (the paper); none: it does not "
                 "(the authors' code)"),
    FIELD_INT(struct decaprop_conf, connector_layers, 2, 1, CONNECTOR_LAYERS,
              "ReLU layers of a connector, which both sides pass before they "
              "are compared, through the same weights"),
    FIELD_BOOL(struct decaprop_conf, connector_bias, false,
               "a bias in a connector's ReLU layers"),
    FIELD_INT(struct decaprop_conf, factors, 32, 1, 1 << 10,
              "factors of a factorisation machine"),
    FIELD_BOOL(struct decaprop_conf, shared_factors, true,
               "both sides of a connector have the same factorisation "
               "machines, else each has its own"),
    FIELD_CHOICE(struct decaprop_conf, gate, GATED_PASSAGE, gated_names,
                 "what the core's gated attention gives; passage: the "
                 "document's rows times a gate; pair: these and what they "
                 "attend to, times a gate; squared: a ReLU layer over the "
                 "square of their difference and their product (the authors' "
                 "code)"),
    FIELD_INT(struct decaprop_conf, gate_width, 0, -1, 1 << 14,
              "width that both sides of the core are projected to; 0: as "
              "hidden; -1: as wide as they are (the authors' code)"),
    FIELD_BOOL(struct decaprop_conf, gate_shared, false,
               "both sides of the core are projected by the same weights"),
    FIELD_CHOICE(struct decaprop_conf, self_gate, SELF_AS_CORE, self_gate_names,
                 "what self-attention gives; core: form, width and sharing "
                 "of weights as gate, gate_width and gate_shared have them; "
                 "else this form, with a projection to hidden for each side "
                 "(the authors' code: pair)"),
    FIELD_CHOICE(struct decaprop_conf, upper, POINTER_READS_BOTH, upper_names,
                 "what the pointer reads; concat: the last layer and, beside "
                 "it, what connectors behind the gated attentions give; "
                 "replace: the latter alone (the authors' code)"),
    FIELD_BOOL(struct decaprop_conf, pointer_bias, false,
               "a bias in start and end, which changes no answer"),
    FIELD_RATE(struct input_layer_conf, dropout, 0.2, 0.0, 0.95,
               "on what each recurrent layer over tokens reads"),
    DROPOUT_ONCE_FIELD(true),
    FIELD_KIND(struct decaprop_conf, attention, &attention_kinds, "softmax",
               "how the document attends to the question in the core"),
    FIELD_KIND(struct decaprop_conf, connector_attention, &attention_kinds,
               "softmax",
               "how connectors attend; of CoDA mean: both keeps what they sum "
               "from growing with the document"),
    FIELD_KIND(struct decaprop_conf, self_attention, &attention_kinds,
               "softmax", "how the document attends to itself"),
    FIELD_RATE(struct decaprop_conf, attention_dropout, 0.0, 0.0, 0.95,
               "on weights of attention"),
    FIELD_END,
};

/* --- the forward pass of a grain ------------------------------------------ */

struct decaprop_pass {
    struct tape *t;
    const struct model *m;
    const struct grain *g;
    struct node *state[DECAPROP_LAYERS][SIDES];        /* H_i */
    struct node *given[DECAPROP_LAYERS][DECAPROP_LAYERS][SIDES]; /* g_ij */
};

static struct node *recur(const struct decaprop_pass *w,
                          const struct recurrent *r, struct node *x, int part)
{
    const struct decaprop_conf *c = w->m->conf;
    const struct segments *seg = &w->g->part[part].seg;

    x = recurrent_drop(w->t, x,
                       recurrent_dropout(&c->reading, c->reading.dropout), seg,
                       w->g->example);
    return recurrent_apply(w->t, &w->m->params, r, x, seg,
                           (struct recurrent_dropout){0}, w->g->example);
}

/* The connector between the document's x and the query's y. */
static void connect(const struct decaprop_pass *w, const struct connector *k,
                    struct node *x, struct node *y, struct node *out[SIDES])
{
    connector_apply(w->t, &w->m->params, k, w->g,
                    (struct node *const[SIDES]){x, y}, out);
}

static void encode(struct decaprop_pass *w, struct node *x[SIDES])
{
    const struct decaprop_conf *c = w->m->conf;
    const struct decaprop *d = w->m->own;

    for (int i = 0; i < c->layers; i++) {
        for (int s = 0; s < SIDES; s++)
            w->state[i][s] = recur(w, &d->encode[i][s], x[s], s);
        connect(w, &d->connector[i][i], w->state[i][DOCUMENT],
                w->state[i][QUERY], w->given[i][i]);
        if (i + 1 == c->layers)
            break;
        for (int s = 0; s < SIDES; s++)
            x[s] = c->feed == FEED_NONE
                       ? w->state[i][s]
                       : tape_concat(w->t, w->state[i][s], w->given[i][i][s]);
    }
    for (int i = 0; i < c->layers; i++)
        for (int j = 0; j < c->layers; j++)
            if (i != j)
                connect(w, &d->connector[i][j], w->state[i][DOCUMENT],
                        w->state[j][QUERY], w->given[i][j]);
}

/* P or Q. */
static struct node *dense(const struct decaprop_pass *w, int side)
{
    const struct decaprop_conf *c = w->m->conf;
    struct node *part[DECAPROP_LAYERS + DECAPROP_LAYERS * DECAPROP_LAYERS];
    int n = 0;

    for (int i = 0; i < c->layers; i++)
        part[n++] = w->state[i][side];
    for (int i = 0; i < c->layers; i++)
        for (int j = 0; j < c->layers; j++)
            part[n++] = w->given[i][j][side];
    return tape_concat_all(w->t, part, n);
}

/* M */
static struct node *pointer_reads(const struct decaprop_pass *w,
                                  struct node *const u[ATTENDED])
{
    const struct decaprop_conf *c = w->m->conf;
    const struct decaprop *d = w->m->own;
    struct node *part[1 + ATTENDED * DECAPROP_LAYERS];
    int n = 0;

    if (c->upper == POINTER_READS_BOTH)
        part[n++] = u[ATTENDED - 1];
    for (int i = 0; i < ATTENDED; i++)
        for (int k = 0; k < c->layers; k++) {
            struct node *out[SIDES];

            connect(w, &d->upper[i][k], u[i], w->state[k][QUERY], out);
            part[n++] = out[DOCUMENT];
        }
    return tape_concat_all(w->t, part, n);
}

static struct node *attend_twice(const struct decaprop_pass *w, struct node *p,
                                 struct node *q)
{
    const struct decaprop *d = w->m->own;
    struct node *u[ATTENDED];

    u[0] = gated_apply(w->t, &w->m->params, &d->core, w->g, p, q, QUERY);
    u[0] = recur(w, &d->behind[0], u[0], DOCUMENT);
    u[1] = gated_apply(w->t, &w->m->params, &d->self, w->g, u[0], u[0],
                       DOCUMENT);
    u[1] = recur(w, &d->behind[1], u[1], DOCUMENT);
    return pointer_reads(w, u);
}

static struct node *decaprop_scores(struct tape *t, const struct model *m,
                                    const struct grain *g)
{
    const struct decaprop *d = m->own;
    struct decaprop_pass w = {.t = t, .m = m, .g = g};
    struct node *x[SIDES];

    input_layer_apply(t, m, &d->reading, g, 0.0f, x);
    for (int i = 0; i < SIDES; i++)
        x[i] = projection_apply(t, &m->params, &d->projection, x[i], 0.0f,
                                &g->part[i].seg, g->example);
    encode(&w, x);
    struct node *p = dense(&w, DOCUMENT);
    struct node *q = dense(&w, QUERY);
    struct node *r = recur(&w, &d->start, attend_twice(&w, p, q), DOCUMENT);
    struct node *start = linear_apply(t, &m->params, d->first, r);

    r = recur(&w, &d->end, r, DOCUMENT);
    return tape_concat(t, start, linear_apply(t, &m->params, d->last, r));
}

static const char *const site_names[] = {"core", "upper", "connector",
                                         "self", NULL};

const struct model_kind model_decaprop = {
    .is = {.name = "decaprop",
           .summary = "connectors between all layers of document and question",
           .source = "Tay et al., NeurIPS 2018",
           .fields = fields,
           .size = sizeof(struct decaprop_conf),
           .fresh = input_layer_check},
    .shapes = 1u << SHAPE_DOCUMENT_QUERY,
    .sites = site_names,
    .build = decaprop_build,
    .end_scores = decaprop_scores,
};
