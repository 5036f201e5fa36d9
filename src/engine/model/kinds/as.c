/*
 * The Attention Sum Reader (Kadlec et al. 2016): a token's score is the product
 * of its state with the query's.
 *
 *     f = GRU(X),  g = the last states of both directions of GRU'(Y)
 *     s_i = f_i g
 *
 * Settings are those of the authors' code (rkadlec/asreader, based on Blocks):
 * the reset before the product, and word vectors that are not pretrained.
 */
#include "base/core/memory.h"
#include "engine/model/input_layer.h"
#include "engine/model/token_products.h"

enum as_preset { PRESET_CNN, PRESET_CBT };
static const char *const preset_names[] = {"as-cnn", "as-cbt", NULL};
static const struct {
    int hidden, embedding;
} presets[] = {
    [PRESET_CNN] = {384, 128},
    [PRESET_CBT] = {128, 256},
};

struct as_conf {
    int preset, reset;
    long hidden, embedding; /* 0: the preset's */
    bool train_embedding, train_vectors;
    double clip, dropout;
};

static const struct field fields[] = {
    FIELD_CHOICE(struct as_conf, preset, PRESET_CBT, preset_names,
                 "the authors' widths for a data set, where hidden and "
                 "embedding leave them to it"),
    FIELD_INT(struct as_conf, hidden, 0, 0, 1 << 14,
              "width of each direction of GRUs; 0: the preset's"),
    FIELD_INT(struct as_conf, embedding, 0, 0, 1 << 14,
              "width of word vectors where the task has none; 0: the "
              "preset's"),
    FIELD_BOOL(struct as_conf, train_embedding, true,
               "train them, rather than keep random ones"),
    FIELD_TRAIN_VECTORS(struct as_conf),
    GRU_RESET_FIELD(struct as_conf, RESET_BEFORE),
    GRU_CLIP_FIELD(struct as_conf, 0.0),
    FIELD_RATE(struct as_conf, dropout, 0.0, 0.0, 0.95, "on word vectors"),
    FIELD_END,
};

struct as {
    struct embedding words[MAX_PARTS];
    struct recurrent encode[SIDES];
};

static int as_build(struct model *m, struct error *e)
{
    static const char *const name[] = {"document", "query"};
    const struct as_conf *c = m->conf;
    struct as *d = memory_zeroed(1, sizeof(*d));
    const long embedding =
        c->embedding ? c->embedding : presets[c->preset].embedding;

    m->own = d;
    if (embeddings_add(
            d->words, &m->params, m->spec.words,
            &(struct embedding_how){.width = (int)embedding,
                                    .random = !c->train_embedding,
                                    .train_vectors = c->train_vectors,
                                    .start = {INIT_UNIFORM, 0.1f}},
            e) < 0)
        return -1;
    for (int i = 0; i < SIDES; i++)
        d->encode[i] = recurrent_add(
            &m->params,
            &(struct recurrent_form){
                .kind = gru_of(c->reset),
                .in = d->words[i].width,
                .width =
                    (int)(c->hidden ? c->hidden : presets[c->preset].hidden),
                .both = true,
                .most = (float)c->clip,
                .start = START_ORTHOGONAL},
            name[i]);
    return 0;
}

static struct node *encode(struct tape *t, const struct model *m,
                           const struct grain *g, int part)
{
    const struct as_conf *c = m->conf;
    const struct as *d = m->own;
    const struct segments *seg = &g->part[part].seg;
    struct node *x =
        embedding_apply(t, &m->params, &d->words[part], &g->part[part]);

    x = tape_dropout(t, x, (float)c->dropout, seg, g->example);
    return recurrent_apply(t, &m->params, &d->encode[part], x, seg,
                           (struct recurrent_dropout){0}, g->example);
}

static struct node *as_scores(struct tape *t, const struct model *m,
                              const struct grain *g)
{
    const struct as *d = m->own;
    struct node *f = encode(t, m, g, DOCUMENT);
    struct node *q = encode(t, m, g, QUERY);

    q = recurrent_ends(t, &d->encode[QUERY], q, &g->part[QUERY].seg);
    return token_products(t, f, &g->part[DOCUMENT].seg, q);
}

static void as_sizes(const struct model *m, struct model_size out[MODEL_SIZES])
{
    const struct as *d = m->own;

    out[0] = (struct model_size){"hidden", d->encode[0].form.width};
    out[1] = (struct model_size){"embedding", d->words[0].width};
    out[2] = (struct model_size){NULL, 0};
}

const struct model_kind model_as = {
    .is = {.name = "as",
           .summary = "products of a document's tokens with the query",
           .source = "Kadlec et al., ACL 2016",
           .fields = fields,
           .size = sizeof(struct as_conf)},
    .shapes = 1u << SHAPE_DOCUMENT_QUERY,
    .build = as_build,
    .token_scores = as_scores,
    .sizes = as_sizes,
};
