/*
 * transformer_stack.c - the transformer's stacks: embedding, sublayers, encoder
 * and decoder.
 */
#include "engine/attention/observer.h"
#include "engine/model/transformer.h"

struct node *transformer_embed(struct tape *t, const struct model *m, int part,
                               const struct packed *in, const int *first,
                               const int *example)
{
    const struct transformer_conf *c = m->conf;
    const struct transformer *f = m->own;
    struct node *x = embedding_apply(t, &m->params, &f->words[part], in);

    observer_tokens(t, part, in);
    if (!f->steps) /* otherwise each step adds them */
        x = tape_positions(t, x, &in->seg, first);
    return tape_dropout(t, x, (float)c->dropout, &in->seg, example);
}

struct node *transformer_residual(struct tape *t, const struct model *m,
                                  const struct stream *s, struct node *y)
{
    const struct transformer_conf *c = m->conf;

    return tape_residual(t, s->x, y, (float)c->dropout, &s->seg, s->example);
}

struct pair_mask transformer_mask(int place)
{
    return (struct pair_mask){.causal = true, .at = place};
}

static struct node *self_attend(struct tape *t, const struct model *m,
                                const struct transformer_block *b,
                                struct stream s, bool decodes)
{
    const struct transformer_conf *c = m->conf;
    struct node *x = norm_apply(t, &m->params, b->self_norm, s.x);
    struct memory own = multihead_memory(t, &m->params, &b->self, x, &s.seg);
    struct attending how = {
        .mask = decodes ? transformer_mask(0) : (struct pair_mask){0},
        .by_rows = decodes,
        .dropout = (float)c->attention_dropout,
        .example = s.example,
    };

    return transformer_residual(
        t, m, &s,
        multihead_apply(t, &m->params, &b->self, x, &s.seg, &own, &how));
}

struct node *transformer_cross(struct tape *t, const struct model *m,
                               const struct transformer_block *b,
                               struct stream s, const struct memory *memory)
{
    const struct transformer_conf *c = m->conf;
    struct node *x = norm_apply(t, &m->params, b->cross_norm, s.x);
    struct attending how = {
        .by_rows = true,
        .dropout = (float)c->attention_dropout,
        .example = s.example,
    };

    return transformer_residual(
        t, m, &s,
        multihead_apply(t, &m->params, &b->cross, x, &s.seg, memory, &how));
}

struct node *transformer_filter(struct tape *t, const struct model *m,
                                const struct transformer_block *b,
                                struct stream s)
{
    const struct transformer_conf *c = m->conf;
    struct node *x = norm_apply(t, &m->params, b->filter_norm, s.x);

    x = linear_relu(t, &m->params, b->expand, x);
    x = tape_dropout(t, x, (float)c->relu_dropout, &s.seg, s.example);
    return transformer_residual(t, m, &s,
                                linear_apply(t, &m->params, b->contract, x));
}

static struct node *encoder_layer(struct tape *t, const struct model *m,
                                  const struct transformer_block *b, int place,
                                  struct stream s, void *context)
{
    (void)place, (void)context;
    s.x = self_attend(t, m, b, s, false);
    return transformer_filter(t, m, b, s);
}

struct node *transformer_encode(struct tape *t, const struct model *m,
                                const struct packed *in, const int *example,
                                struct node **ponder)
{
    const struct transformer *f = m->own;
    const struct stream s = {
        .x = transformer_embed(t, m, 0, in, NULL, example),
        .seg = in->seg,
        .example = example,
    };

    return transformer_stack_pass(t, m, &f->encoder, s,
                                  &(struct stack_pass){.layer = encoder_layer},
                                  ponder);
}

struct memory *transformer_memories(struct tape *t, const struct model *m,
                                    struct node *encoded,
                                    const struct segments *seg)
{
    const struct transformer *f = m->own;
    struct memory *memory =
        arena_alloc(t->arena, (size_t)f->layers * sizeof(*memory));

    for (int i = 0; i < f->layers; i++)
        memory[i] = multihead_memory(t, &m->params, &f->decoder.block[i].cross,
                                     encoded, seg);
    return memory;
}

static struct node *decoder_layer(struct tape *t, const struct model *m,
                                  const struct transformer_block *b, int place,
                                  struct stream s, void *context)
{
    const struct transformer *f = m->own;
    const struct memory *memory = context;

    s.x = self_attend(t, m, b, s, true);
    s.x = transformer_cross(t, m, b, s, &memory[place % f->layers]);
    return transformer_filter(t, m, b, s);
}

struct node *transformer_decode(struct tape *t, const struct model *m,
                                struct stream s, const struct memory *memory,
                                struct node **ponder)
{
    const struct transformer *f = m->own;

    return transformer_stack_pass(
        t, m, &f->decoder, s,
        &(struct stack_pass){.layer = decoder_layer, .context = (void *)memory},
        ponder);
}
