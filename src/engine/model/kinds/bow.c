/* The mean of each part's vectors, side by side, through one layer. */
#include "base/core/memory.h"
#include "engine/layer/embedding.h"
#include "engine/layer/layers.h"
#include "engine/model/model.h"

struct bow_conf {
    long hidden;
    double dropout;
    bool train_vectors;
};

static const struct field fields[] = {
    FIELD_INT(struct bow_conf, hidden, 300, 1, 1 << 14, "width of every layer"),
    FIELD_RATE(struct bow_conf, dropout, 0.2, 0.0, 0.95, "of words' vectors"),
    FIELD_TRAIN_VECTORS(struct bow_conf),
    FIELD_END,
};

struct bow {
    struct embedding words[MAX_PARTS];
    struct linear hidden, out;
};

static int build(struct model *m, struct error *e)
{
    const struct bow_conf *c = m->conf;
    struct bow *b = m->own = memory_zeroed(1, sizeof(*b));
    const int hidden = (int)c->hidden;
    const struct embedding_how how = {.width = hidden,
                                      .train_vectors = c->train_vectors};
    const int width =
        embeddings_add(b->words, &m->params, m->spec.words, &how, e);

    if (width < 0)
        return -1;
    b->hidden = linear_add(&m->params, width, hidden, true, "hidden");
    b->out = linear_add(&m->params, hidden, model_width(m), true, "out");
    return 0;
}

static struct node *scores(struct tape *t, const struct model *m,
                           const struct grain *g)
{
    const struct bow_conf *c = m->conf;
    const struct bow *b = m->own;
    struct node *x =
        embeddings_mean(t, &m->params, b->words, g, (float)c->dropout);

    x = linear_relu(t, &m->params, b->hidden, x);
    return linear_apply(t, &m->params, b->out, x);
}

const struct model_kind model_bow = {
    .is = {.name = "bow",
           .summary = "a bag of words: mean vectors through one layer",
           .source = "Iyyer et al. 2015",
           .fields = fields,
           .size = sizeof(struct bow_conf)},
    .shapes = 1u << SHAPE_SEQUENCE | 1u << SHAPE_PAIR,
    .build = build,
    .scores = scores,
};
