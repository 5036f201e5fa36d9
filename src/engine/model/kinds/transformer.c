/*
 * The transformer (Vaswani et al. 2017) in Tensor2Tensor's form: encoder and
 * decoder to generate a sequence, or an encoder to classify one, which is
 * pooled by the mean of its rows or by a decoder of one token.
 */
#include "engine/model/transformer.h"

#include <string.h>

const char *const pooling_names[] = {"mean", "token", NULL};

enum transformer_preset {
    PRESET_TINY,
    PRESET_SMALL,
    PRESET_BASE,
    PRESET_CUSTOM
};
static const char *const preset_names[] = {"tiny", "small", "base", "custom",
                                           NULL};
static const struct transformer_sizes presets[] = {
    [PRESET_TINY] = {2, 0, 128, 512, 4},
    [PRESET_SMALL] = {2, 0, 256, 1024, 4},
    [PRESET_BASE] = {6, 0, 512, 2048, 8},
    [PRESET_CUSTOM] = {0},
};

static const struct field fields[] = {
    FIELD_CHOICE(struct transformer_conf, preset, PRESET_TINY, preset_names,
                 "sizes of Tensor2Tensor's preset of this name"),
    FIELD_INT(struct transformer_conf, layers, 0, 0, 64,
              "layers of each stack; 0: the preset's"),
    TRANSFORMER_FIELDS,
    FIELD_END,
};

static long width(const void *conf)
{
    const struct transformer_conf *c = conf;

    return c->hidden ? c->hidden : presets[c->preset].hidden;
}

static int check(const void *conf, struct error *e)
{
    const struct transformer_conf *c = conf;

    return transformer_check(c, &presets[c->preset], e);
}

static int build(struct model *m, struct error *e)
{
    const struct transformer_conf *c = m->conf;

    return transformer_build(m, &presets[c->preset], NULL, e);
}

void transformer_list_sizes(const struct model *m,
                            struct model_size out[MODEL_SIZES])
{
    const struct transformer *f = m->own;
    const struct model_size sizes[MODEL_SIZES] = {
        {"layers", f->layers}, {"steps", f->steps}, {"hidden", f->hidden},
        {"filter", f->filter}, {"heads", f->heads}, {NULL, 0},
    };

    memcpy(out, sizes, sizeof(sizes));
}

/* The decoder's input: BEGIN, then the target without its last token. */
static struct packed shifted(struct tape *t, const struct packed *target)
{
    const struct segments *seg = &target->seg;
    int32_t *in =
        arena_alloc(t->arena, (size_t)segments_rows(seg) * sizeof(*in) + 1);

    for (int s = 0; s < seg->n; s++)
        for (int i = seg->at[s]; i < seg->at[s + 1]; i++)
            in[i] = i == seg->at[s] ? TOKEN_BEGIN : target->token[i - 1];
    return (struct packed){*seg, in};
}

static struct node *sequence_loss(struct tape *t, const struct model *m,
                                  const struct grain *g, float label_smoothing,
                                  struct node *ponder[2])
{
    const struct transformer *f = m->own;
    const struct packed *source = &g->part[0], *target = &g->part[1];
    struct node *encoded =
        transformer_encode(t, m, source, g->example, &ponder[0]);
    const struct packed in = shifted(t, target);
    struct stream s = {
        .x = transformer_embed(t, m, 1, &in, NULL, g->example),
        .seg = target->seg,
        .example = g->example,
    };
    struct node *y = transformer_decode(
        t, m, s, transformer_memories(t, m, encoded, &source->seg), &ponder[1]);

    return tape_tied_cross_entropy(t, y,
                                   embedding_table(t, &m->params, &f->words[1]),
                                   target->token, label_smoothing, g->weight);
}

/* Add the ponder cost to the loss: for each segment the mean over its
 * positions, times its number of answers, which are the tokens of a target, or
 * one class. */
static struct node *add_ponder(struct tape *t, const struct model *m,
                               const struct grain *g, struct node *loss,
                               struct node *ponder, const struct segments *seg)
{
    const struct transformer *f = m->own;
    const float cost = (float)f->halting.ponder * g->weight;

    if (!ponder)
        return loss;
    float *weight = arena_floats_raw(t->arena, (size_t)ponder->rows);

    for (int s = 0; s < seg->n && !t->dry; s++) {
        const int n = segment_len(seg, s);
        const int answers =
            transformer_generates(m) ? segment_len(&g->part[1].seg, s) : 1;

        for (int i = seg->at[s]; i < seg->at[s + 1]; i++)
            weight[i] = cost * (float)answers / (float)n;
    }
    return tape_add(t, loss, transformer_ponder(t, ponder, weight));
}

/* Both parts as one sequence, TOKEN_BETWEEN between them. */
static struct packed joined(struct tape *t, const struct grain *g)
{
    const struct packed *a = &g->part[0], *b = &g->part[1];

    if (g->parts == 1)
        return *a;
    int *at = arena_ints(t->arena, (size_t)g->n + 1);

    for (int s = 0; s <= g->n; s++)
        at[s] = a->seg.at[s] + b->seg.at[s] + s;
    int32_t *token =
        arena_alloc(t->arena, (size_t)at[g->n] * sizeof(*token) + 1);

    for (int s = 0; s < g->n; s++) {
        size_t na = (size_t)segment_len(&a->seg, s);
        size_t nb = (size_t)segment_len(&b->seg, s);
        int32_t *to = token + at[s];

        memcpy(to, a->token + a->seg.at[s], na * sizeof(*to));
        to[na] = TOKEN_BETWEEN;
        memcpy(to + na + 1, b->token + b->seg.at[s], nb * sizeof(*to));
    }
    return (struct packed){{.n = g->n, .at = at}, token};
}

/* The state for the class of each sequence, [n x hidden]: the decoder's output
 * for BEGIN. */
static struct node *decoded(struct tape *t, const struct model *m,
                            const struct grain *g, struct node *x,
                            const struct segments *seg, struct node **ponder)
{
    int32_t *begin = arena_alloc(t->arena, (size_t)seg->n * sizeof(*begin) + 1);

    for (int s = 0; s < seg->n; s++)
        begin[s] = TOKEN_BEGIN;
    const struct packed in = {segments_even(t->arena, seg->n, 1), begin};
    const struct stream s = {
        .x = transformer_embed(t, m, 0, &in, NULL, g->example),
        .seg = in.seg,
        .example = g->example,
    };

    return transformer_decode(t, m, s, transformer_memories(t, m, x, seg),
                              ponder);
}

static struct node *scores(struct tape *t, const struct model *m,
                           const struct grain *g, const struct packed *in,
                           struct node *ponder[2])
{
    const struct transformer_conf *c = m->conf;
    const struct transformer *f = m->own;
    struct node *x = transformer_encode(t, m, in, g->example, &ponder[0]);

    ponder[1] = NULL;
    if (c->pooling == POOLING_TOKEN)
        x = decoded(t, m, g, x, &in->seg, &ponder[1]);
    else
        x = tape_segment_mean(t, x, &in->seg);
    return linear_apply(t, &m->params, f->classify, x);
}

struct node *transformer_scores(struct tape *t, const struct model *m,
                                const struct grain *g)
{
    const struct packed in = joined(t, g);
    struct node *ponder[2];

    return scores(t, m, g, &in, ponder);
}

static struct node *class_loss(struct tape *t, const struct model *m,
                               const struct grain *g, float label_smoothing)
{
    const struct packed in = joined(t, g);
    const struct segments one = segments_even(t->arena, in.seg.n, 1);
    struct node *ponder[2], *x = scores(t, m, g, &in, ponder);
    struct node *loss = model_head_loss(t, m, g, x, label_smoothing);

    loss = add_ponder(t, m, g, loss, ponder[0], &in.seg);
    return add_ponder(t, m, g, loss, ponder[1], &one);
}

struct node *transformer_loss(struct tape *t, const struct model *m,
                              const struct grain *g, float label_smoothing)
{
    struct node *ponder[2], *loss;

    if (!transformer_generates(m))
        return class_loss(t, m, g, label_smoothing);
    loss = sequence_loss(t, m, g, label_smoothing, ponder);
    loss = add_ponder(t, m, g, loss, ponder[0], &g->part[0].seg);
    return add_ponder(t, m, g, loss, ponder[1], &g->part[1].seg);
}

const char *const transformer_site_names[] = {"encoder.self", "decoder.self",
                                              "decoder.cross", NULL};

const struct model_kind model_transformer = {
    .is = {.name = "transformer",
           .summary = "encoder and decoder, or an encoder that is pooled",
           .source = "Vaswani et al. 2017; Tensor2Tensor",
           .fields = fields,
           .size = sizeof(struct transformer_conf),
           .check = check},
    .shapes =
        1u << SHAPE_SEQUENCE | 1u << SHAPE_PAIR | 1u << SHAPE_SOURCE_TARGET,
    .build = build,
    .release = transformer_release,
    .scores = transformer_scores,
    .loss = transformer_loss,
    .answer = transformer_generate,
    .sizes = transformer_list_sizes,
    .check_shape = transformer_check_shape,
    .sites = transformer_site_names,
    .width = width,
};
