/*
 * The Gated-Attention Reader (Dhingra et al. 2017): bidirectional GRUs over the
 * document in several hops; between two hops every token is gated by what it
 * finds in the query.
 *
 *     D = GRU(X), Q = GRU(Y),  Q~ = M(D, Q) Q,  X' = D * Q~      (Eq. 2 to 6)
 *     s = D q_l                                                  (Eq. 7)
 *
 * In Eq. 7, D and Q are those of the last hop, and l is the place of the cloze.
 * Settings are those of the authors' code (bdhingra/ga-reader, based on
 * Lasagne): the reset after the product, gradients clipped inside steps,
 * dropout on X' only.
 */
#include "base/core/memory.h"
#include "engine/head/kinds/cloze.h"
#include "engine/layer/recurrent.h"
#include "engine/model/distance_features.h"
#include "engine/model/input_layer.h"
#include "engine/model/token_products.h"

#define HOPS 4

enum gate { GATE_MUL, GATE_SUM, GATE_CONCAT, GATE_NONE };
static const char *const gate_names[] = {"mul", "sum", "concat", "none", NULL};

enum ga_query { QUERY_TOKEN, QUERY_LAST };
static const char *const query_names[] = {"token", "last", NULL};

enum ga_answer { ANSWER_CLOZE, ANSWER_ENDS };
static const char *const answer_names[] = {"cloze", "ends", NULL};

enum layers { FEATURES_LAST, FEATURES_ALL };
static const char *const feature_names[] = {"last", "all", NULL};

enum ga_vectors { VECTORS_PRESET, VECTORS_FIXED, VECTORS_UPDATED };
static const char *const vector_names[] = {"preset", "fixed", "updated", NULL};

/* Table 2, and 4.2: where entities are numbered, their letters have no meaning.
 */
enum ga_preset { PRESET_CNN, PRESET_DAILYMAIL, PRESET_CBT, PRESET_WDW };
static const char *const preset_names[] = {"cnn", "dailymail", "cbt", "wdw",
                                           NULL};
static const struct {
    int hidden, characters;
    double dropout;
    bool updated;
} presets[] = {
    [PRESET_CNN] = {256, 0, 0.2, true},
    [PRESET_DAILYMAIL] = {256, 0, 0.1, true},
    [PRESET_CBT] = {128, 25, 0.4, false},
    [PRESET_WDW] = {128, 25, 0.3, false},
};

struct ga_conf {
    struct input_layer_conf reading; /* its dropout -1, characters -1: the
                                        preset's */
    int preset, vectors, gate, query, answer, reset, feature_layers;
    long hidden, hops; /* hidden 0: the preset's */
    bool own_queries, second_bias;
    double clip, attention_dropout;
    struct chosen attention;
};

static const struct field fields[] = {
    FIELD_CHOICE(struct ga_conf, preset, PRESET_CBT, preset_names,
                 "the paper's settings for a data set: hidden, dropout, "
                 "characters and vectors where these fields leave them to it"),
    FIELD_BOOL(struct input_layer_conf, words, true,
               "word vectors are read, else a word is its characters alone"),
    OWN_EMBEDDING_FIELDS(struct input_layer_conf),
    FIELD_CHOICE(struct ga_conf, vectors, VECTORS_PRESET, vector_names,
                 "the task's word vectors: kept as they are, or trained from "
                 "there on"),
    FIELD_INT(struct input_layer_conf, characters, -1, -1, 1 << 10,
              "width of a character's vector; 0: words alone, and no other "
              "field of characters is read; -1: the preset's"),
    CHARACTER_FIELDS(CHARACTERS_GRU, 50, 5, 2),
    SPELLING_FIELDS(0.0),
    FIELD_CHOICE(struct ga_conf, feature_layers, FEATURES_LAST, feature_names,
                 "which layers of the document read the task's features"),
    FIELD_INT(struct ga_conf, hidden, 0, 0, 1 << 14,
              "width of each direction of GRUs over tokens; 0: the preset's"),
    FIELD_INT(struct ga_conf, hops, 3, 1, HOPS, "layers over the document: K"),
    FIELD_CHOICE(struct ga_conf, gate, GATE_MUL, gate_names,
                 "how a token is combined with what it gets from the query: "
                 "product, sum or concatenation; none: not at all, and only "
                 "the last layer reads the query"),
    FIELD_CHOICE(struct ga_conf, query, QUERY_TOKEN, query_names,
                 "what a token gets from the query: token: by attention, each "
                 "its own; last: the GRU's last states, the same for all "
                 "(GA--)"),
    FIELD_CHOICE(struct ga_conf, answer, ANSWER_CLOZE, answer_names,
                 "the query vector that tokens are scored with: its state at "
                 "the cloze, or its last states of both directions"),
    FIELD_BOOL(struct ga_conf, own_queries, true,
               "each layer has a GRU over the query of its own, else all share "
               "one"),
    GRU_RESET_FIELD(struct ga_conf, RESET_AFTER),
    FIELD_BOOL(struct ga_conf, second_bias, false,
               "a second bias for each gate, as cuDNN has it"),
    GRU_CLIP_FIELD(struct ga_conf, 10.0),
    FIELD_RATE(struct input_layer_conf, dropout, -1.0, -1.0, 0.95,
               "on what each layer but the last gives; -1: the preset's"),
    FIELD_KIND(struct ga_conf, attention, &attention_kinds, "softmax",
               "how the document attends to the query"),
    FIELD_RATE(struct ga_conf, attention_dropout, 0.0, 0.0, 0.95,
               "on weights of attention"),
    FIELD_END,
};

struct ga {
    struct input_layer_conf conf; /* with the preset's values */
    struct input_layer reading;
    struct feature_layer features, query_features;
    int hidden, place; /* the column with the cloze's place */
    struct ga_hop {
        struct recurrent document, query;
        struct distance_features to;
    } hop[HOPS];
};

/* --- parameters ----------------------------------------------------------- */

static const struct start lasagne = {INIT_NORMAL, 0.01f};

static struct recurrent_form form(const struct ga_conf *c)
{
    return (struct recurrent_form){.kind = gru_of(c->reset),
                                   .both = true,
                                   .two_biases = c->second_bias,
                                   .most = (float)c->clip,
                                   .start = START_NORMAL};
}

/* The fields of words, resolved for this task and preset. */
static struct input_layer_conf settled(const struct ga_conf *c,
                                       const struct model_spec *s)
{
    struct input_layer_conf r = c->reading;

    if (r.characters < 0)
        r.characters = presets[c->preset].characters;
    if (r.dropout < 0)
        r.dropout = presets[c->preset].dropout;
    r.train_vectors =
        c->vectors == VECTORS_UPDATED ||
        (c->vectors == VECTORS_PRESET && presets[c->preset].updated &&
         s->words[DOCUMENT]->vectors);
    return r;
}

static struct recurrent gru_add(struct params *p, const struct ga_conf *c,
                                const struct ga *d, int in, const char *name)
{
    struct recurrent_form f = form(c);

    f.in = in;
    f.width = d->hidden;
    return recurrent_add(p, &f, name);
}

static bool reads_features(const struct ga_conf *c, int hop)
{
    return c->feature_layers == FEATURES_ALL || hop == c->hops - 1;
}

/* True if the hop has a GRU over the query of its own. */
static bool reads_query(const struct ga_conf *c, int hop)
{
    if (c->gate == GATE_NONE)
        return hop == c->hops - 1;
    return hop == 0 || c->own_queries;
}

static void hop_add(struct params *p, const struct ga_conf *c, struct ga *d,
                    int i)
{
    const int state = 2 * d->hidden;
    const int words = d->reading.width;
    int in = i == 0 ? words : c->gate == GATE_CONCAT ? 2 * state : state;

    if (reads_features(c, i))
        in += d->features.width;
    params_enter(p, "hop.%d", i);
    d->hop[i].document = gru_add(p, c, d, in, "document");
    if (reads_query(c, i))
        d->hop[i].query =
            gru_add(p, c, d, words + d->query_features.width, "query");
    if (i < c->hops - 1 && c->gate != GATE_NONE && c->query == QUERY_TOKEN)
        d->hop[i].to =
            distance_features_add(p, state, state, &c->attention, INIT_GLOROT);
    params_leave(p);
}

/* Features of the document's tokens, or of the query's. */
static struct feature_layer known_add(struct params *p,
                                      const struct model_spec *s,
                                      const struct input_layer_conf *c,
                                      int part, const char *name)
{
    return features_add(
        p, s,
        &(struct feature_how){.of_token = (int)c->feature_width,
                              .of_example = (int)c->query_feature_width,
                              .start = lasagne,
                              .parts = 1 << part},
        name);
}

static int ga_build(struct model *m, struct error *e)
{
    const struct ga_conf *c = m->conf;
    struct ga *d = memory_zeroed(1, sizeof(*d));
    struct params *p = &m->params;
    const struct input_layer_how how = {.filters = INIT_GLOROT,
                                        .tables = lasagne,
                                        .project = INIT_GLOROT,
                                        .gru = form(c),
                                        .no_features = true};

    m->own = d;
    d->conf = settled(c, &m->spec);
    d->hidden = (int)(c->hidden ? c->hidden : presets[c->preset].hidden);
    d->place = spec_place(&m->spec, &cloze_place);
    if (input_layer_add_as(&d->reading, p, &m->spec, &d->conf, &how, e))
        return -1;
    d->features = known_add(p, &m->spec, &d->conf, DOCUMENT, "features");
    d->query_features =
        known_add(p, &m->spec, &d->conf, QUERY, "query_features");
    for (int i = 0; i < c->hops; i++)
        hop_add(p, c, d, i);
    return 0;
}

static void ga_sizes(const struct model *m, struct model_size out[MODEL_SIZES])
{
    const struct ga *d = m->own;

    out[0] = (struct model_size){"hidden", d->hidden};
    out[1] = (struct model_size){"characters", (int)d->conf.characters};
    out[2] = (struct model_size){NULL, 0};
}

/* --- the forward pass of a grain ------------------------------------------ */

struct ga_pass {
    struct tape *t;
    const struct model *m;
    const struct grain *g;
};

static struct node *beside(struct tape *t, struct node *x, struct node *y)
{
    return y ? tape_concat(t, x, y) : x;
}

static struct node *recur(const struct ga_pass *w, const struct recurrent *r,
                          struct node *x, int part)
{
    return recurrent_apply(w->t, &w->m->params, r, x, &w->g->part[part].seg,
                           (struct recurrent_dropout){0}, w->g->example);
}

/* What each token finds in the query: M(D, Q) Q. */
static struct node *found(const struct ga_pass *w, const struct ga_hop *h,
                          struct node *d, struct node *q)
{
    const struct ga_conf *c = w->m->conf;

    return distance_features_attend(
               w->t, &w->m->params, &h->to, &c->attention,
               (struct attend){.q = d,
                               .k = q,
                               .b = q,
                               .rows = w->g->part[DOCUMENT].seg,
                               .cols = w->g->part[QUERY].seg,
                               .dropout = (float)c->attention_dropout,
                               .example = w->g->example})
        .a_out;
}

/* The last states of both directions, the same for all tokens. */
static struct node *last(const struct ga_pass *w, const struct recurrent *r,
                         struct node *q)
{
    struct node *ends = recurrent_ends(w->t, r, q, &w->g->part[QUERY].seg);

    return tape_segment_repeat(w->t, ends, &w->g->part[DOCUMENT].seg);
}

/* The input of the next layer. */
static struct node *gate(const struct ga_pass *w, int i, struct node *d,
                         struct node *q)
{
    const struct ga_conf *c = w->m->conf;
    const struct ga *a = w->m->own;
    struct node *x = d;

    if (c->gate != GATE_NONE) {
        struct node *y = c->query == QUERY_TOKEN ? found(w, &a->hop[i], d, q)
                                                 : last(w, &a->hop[0].query, q);

        x = c->gate == GATE_MUL   ? tape_mul(w->t, d, y)
            : c->gate == GATE_SUM ? tape_add(w->t, d, y)
                                  : tape_concat(w->t, d, y);
    }
    return tape_dropout(w->t, x, (float)a->conf.dropout,
                        &w->g->part[DOCUMENT].seg, w->g->example);
}

/* The query states that scores are products with: [n x 2 hidden]. */
static struct node *asked(const struct ga_pass *w, struct node *q)
{
    const struct ga_conf *c = w->m->conf;
    const struct ga *a = w->m->own;
    const struct segments *seg = &w->g->part[QUERY].seg;

    if (c->answer == ANSWER_CLOZE)
        return query_rows(w->t, q, seg, grain_column(w->g, a->place));
    return tape_segment_ends(w->t, q, seg, a->hidden);
}

static struct node *ga_scores(struct tape *t, const struct model *m,
                              const struct grain *g)
{
    const struct ga_conf *c = m->conf;
    const struct ga *a = m->own;
    const struct ga_pass w = {t, m, g};
    struct node *x[SIDES], *d = NULL, *q = NULL;

    input_layer_apply(t, m, &a->reading, g, 0.0f, x);
    struct node *known =
        features_apply(t, &m->params, &a->features, g, DOCUMENT);
    struct node *of_query =
        features_apply(t, &m->params, &a->query_features, g, QUERY);
    struct node *y = beside(t, x[QUERY], of_query);

    for (int i = 0; i < c->hops; i++) {
        const struct ga_hop *h = &a->hop[i];

        if (i > 0)
            x[DOCUMENT] = gate(&w, i - 1, d, q);
        d = recur(&w, &h->document,
                  beside(t, x[DOCUMENT], reads_features(c, i) ? known : NULL),
                  DOCUMENT);
        if (reads_query(c, i))
            q = recur(&w, &h->query, y, QUERY);
    }
    struct node *by = asked(&w, q);

    return token_products(t, d, &g->part[DOCUMENT].seg, by);
}

static const char *const site_names[] = {"hop", NULL};

const struct model_kind model_ga = {
    .is = {.name = "ga",
           .summary = "a document gated by the query between its layers",
           .source = "Dhingra et al., ACL 2017",
           .fields = fields,
           .size = sizeof(struct ga_conf),
           .fresh = input_layer_check},
    .shapes = 1u << SHAPE_DOCUMENT_QUERY,
    .sites = site_names,
    .build = ga_build,
    .token_scores = ga_scores,
    .sizes = ga_sizes,
};
