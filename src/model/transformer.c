/*
 * The transformer (Vaswani et al. 2017) in Tensor2Tensor's form: with encoder
 * and decoder where a sequence is to be generated, as an encoder where a class
 * is, pooled by its mean or by a decoder of one token.
 */
#include "model/transformer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

const char *const pooling_names[] = {"mean", "token", NULL};

enum preset { PRESET_TINY, PRESET_SMALL, PRESET_BASE, PRESET_CUSTOM };
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

static int sizes(struct transformer *f, const struct transformer_conf *c,
                 const struct transformer_sizes *preset, struct error *e)
{
    f->layers = c->layers ? (int)c->layers : preset->layers;
    f->steps = preset->steps;
    f->hidden = c->hidden ? (int)c->hidden : preset->hidden;
    f->filter = c->filter ? (int)c->filter : preset->filter;
    f->heads = c->heads ? (int)c->heads : preset->heads;
    if (!f->layers || !f->hidden || !f->filter || !f->heads)
        return error_set(e, "preset custom needs layers, hidden, filter and "
                            "heads, each above 0");
    if (f->hidden % f->heads || f->hidden % 2)
        return error_set(e,
                         "found hidden %d with heads %d, expected an even "
                         "number that the heads divide",
                         f->hidden, f->heads);
    return 0;
}

static void block_add(struct params *p, const struct transformer *f,
                      const struct chosen *kind, int i, bool cross,
                      struct block *b)
{
    params_enter(p, "%d", i);
    b->self_norm = norm_add(p, f->hidden, "self.norm");
    b->self = multihead_add(p, f->hidden, f->heads, kind, "self");
    if (cross) {
        b->cross_norm = norm_add(p, f->hidden, "cross.norm");
        b->cross = multihead_add(p, f->hidden, f->heads, kind, "cross");
    }
    b->filter_norm = norm_add(p, f->hidden, "filter.norm");
    b->expand = linear_add(p, f->hidden, f->filter, true, "filter.in");
    b->contract = linear_add(p, f->filter, f->hidden, true, "filter.out");
    params_leave(p);
}

static struct linear halt_add(struct params *p, int width, double bias)
{
    const struct linear l = linear_add(p, width, 1, true, "halt");
    float *first = memory_floats(1);

    *first = (float)bias;
    params_keep(p, first);
    p->param[l.bias].init = INIT_GIVEN;
    p->param[l.bias].given = first;
    return l;
}

static struct stack stack_add(struct params *p, const struct transformer *f,
                              const struct transformer_conf *c,
                              const char *name, bool cross)
{
    struct stack s = {.block =
                          memory_zeroed((size_t)f->layers, sizeof(*s.block))};

    params_enter(p, "%s", name);
    for (int i = 0; i < f->layers; i++)
        block_add(p, f, &c->attention, i, cross, &s.block[i]);
    s.norm = norm_add(p, f->hidden, "norm");
    if (f->steps)
        s.again.step = params_add(p, f->steps, f->hidden, INIT_NORMAL,
                                  1.0f / sqrtf((float)f->hidden), "step");
    if (f->halting.halts)
        s.again.halt = halt_add(p, f->hidden, f->halting.bias);
    params_leave(p);
    return s;
}

static bool generates(const struct model *m)
{
    return m->spec.head.kind->reads == READS_SEQUENCE;
}

int transformer_build(struct model *m, const struct transformer_sizes *preset,
                      const struct halting_conf *halting, struct error *e)
{
    const struct transformer_conf *c = m->conf;
    struct transformer *f = memory_zeroed(1, sizeof(*f));
    struct params *p = &m->params;
    const bool decodes = generates(m);

    m->own = f;
    if (decodes != (m->spec.shape == SHAPE_SOURCE_TARGET))
        return error_set(e, "task '%s' gives shape %s with answer %s",
                         m->spec.task, shapes[m->spec.shape].name,
                         m->spec.head.kind->is.name);
    for (int i = 0; i < MAX_PARTS && m->spec.words[i]; i++)
        if (m->spec.words[i]->vectors)
            return error_set(e, "found task.vectors, which only a model that "
                                "keeps or trains those reads (decatt, bow)");
    if (!decodes && m->spec.words[1] && m->spec.words[1] != m->spec.words[0])
        return error_set(e, "found a vocabulary a part, expected one for both, "
                            "which are read as one sequence");
    if (halting)
        f->halting = *halting;
    if (sizes(f, c, preset, e))
        return -1;
    if (embeddings_add(f->words, p, m->spec.words,
                       &(struct embedding_how){.width = f->hidden,
                                               .scale = sqrtf((float)f->hidden),
                                               .scores = decodes},
                       e) < 0)
        return -1;
    f->encoder = stack_add(p, f, c, "encoder", false);
    if (decodes || c->pooling == POOLING_TOKEN)
        f->decoder = stack_add(p, f, c, "decoder", true);
    if (!decodes)
        f->classify =
            linear_add(p, f->hidden, model_width(m), true, "classify");
    return 0;
}

static long width(const void *conf)
{
    const struct transformer_conf *c = conf;

    return c->hidden ? c->hidden : presets[c->preset].hidden;
}

static int build(struct model *m, struct error *e)
{
    const struct transformer_conf *c = m->conf;

    return transformer_build(m, &presets[c->preset], NULL, e);
}

void transformer_release(struct model *m)
{
    struct transformer *f = m->own;

    if (!f)
        return;
    free(f->encoder.block);
    free(f->decoder.block);
    free(f);
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

/* Of a pondering the mean over the positions of each segment, as often as it
 * has answers: each token of a target, a class. */
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
        const int answers = generates(m) ? segment_len(&g->part[1].seg, s) : 1;

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

/* A class of each sequence: what a decoder makes of BEGIN, [n x hidden]. */
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

    if (!generates(m))
        return class_loss(t, m, g, label_smoothing);
    loss = sequence_loss(t, m, g, label_smoothing, ponder);
    loss = add_ponder(t, m, g, loss, ponder[0], &g->part[0].seg);
    return add_ponder(t, m, g, loss, ponder[1], &g->part[1].seg);
}

const struct model_kind model_transformer = {
    .is = {.name = "transformer",
           .summary = "encoder and decoder, or an encoder that is pooled",
           .source = "Vaswani et al. 2017; Tensor2Tensor",
           .fields = fields,
           .size = sizeof(struct transformer_conf)},
    .shapes =
        1u << SHAPE_SEQUENCE | 1u << SHAPE_PAIR | 1u << SHAPE_SOURCE_TARGET,
    .build = build,
    .release = transformer_release,
    .scores = transformer_scores,
    .loss = transformer_loss,
    .answer = transformer_generate,
    .sizes = transformer_list_sizes,
    .width = width,
};
