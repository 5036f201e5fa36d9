/*
 * transformer_build.c - the transformer's parameters, and which attention has
 * which kind.
 */
#include "engine/model/transformer.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"

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

static struct sites sites_of(const struct transformer_conf *c)
{
    return (struct sites){.attention = &c->attention,
                          .place = {[SITE_ENCODER] = &c->encoder_attention,
                                    [SITE_DECODER] = &c->decoder_attention,
                                    [SITE_CROSS] = &c->cross_attention}};
}

int transformer_check(const struct transformer_conf *c,
                      const struct transformer_sizes *preset, struct error *e)
{
    const struct sites s = sites_of(c);

    return sites_check(&s, c->layers ? (int)c->layers : preset->layers,
                       c->heads ? (int)c->heads : preset->heads, e);
}

int transformer_check_shape(const void *conf, enum shape shape,
                            struct error *e)
{
    const struct transformer_conf *c = conf;
    const struct sites s = sites_of(c);

    if (shape == SHAPE_SOURCE_TARGET || c->pooling == POOLING_TOKEN)
        return 0;
    for (int i = SITE_DECODER; i < SITES; i++)
        if (s.place[i]->is.kind)
            return error_set(e,
                             "model.%s: found %s in a model without a decoder, "
                             "expected " KIND_UNSET ", or model.pooling: token",
                             attention_site_names[i],
                             s.place[i]->is.kind->name);
    return 0;
}

static struct multihead attention_add(struct params *p,
                                      const struct transformer *f,
                                      const struct transformer_conf *c,
                                      enum attention_site site, int layer,
                                      const char *name)
{
    const struct sites s = sites_of(c);
    struct heads_of part[MULTIHEAD_PARTS];
    const int parts = sites_parts(&s, site, layer, f->heads, part);

    return multihead_add_parts(p, f->hidden, part, parts, name);
}

static void block_add(struct params *p, const struct transformer *f,
                      const struct transformer_conf *c, int i, bool decodes,
                      struct transformer_block *b)
{
    params_enter(p, "%d", i);
    b->self_norm = norm_add(p, f->hidden, "self.norm");
    b->self = attention_add(p, f, c, decodes ? SITE_DECODER : SITE_ENCODER, i,
                            "self");
    if (decodes) {
        b->cross_norm = norm_add(p, f->hidden, "cross.norm");
        b->cross = attention_add(p, f, c, SITE_CROSS, i, "cross");
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
                              const char *name, bool decodes)
{
    struct stack s = {.block =
                          memory_zeroed((size_t)f->layers, sizeof(*s.block))};

    params_enter(p, "%s", name);
    for (int i = 0; i < f->layers; i++)
        block_add(p, f, c, i, decodes, &s.block[i]);
    s.norm = norm_add(p, f->hidden, "norm");
    if (f->steps)
        s.again.step = params_add(p, f->steps, f->hidden, INIT_NORMAL,
                                  1.0f / sqrtf((float)f->hidden), "step");
    if (f->halting.halts)
        s.again.halt = halt_add(p, f->hidden, f->halting.bias);
    params_leave(p);
    return s;
}

int transformer_build(struct model *m, const struct transformer_sizes *preset,
                      const struct halting_conf *halting, struct error *e)
{
    const struct transformer_conf *c = m->conf;
    struct transformer *f = memory_zeroed(1, sizeof(*f));
    struct params *p = &m->params;
    const bool decodes = transformer_generates(m);
    const bool has_decoder = decodes || c->pooling == POOLING_TOKEN;

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
    if (sizes(f, c, preset, e) || transformer_check(c, preset, e))
        return -1;
    if (embeddings_add(f->words, p, m->spec.words,
                       &(struct embedding_how){.width = f->hidden,
                                               .scale = sqrtf((float)f->hidden),
                                               .scores = decodes},
                       e) < 0)
        return -1;
    f->encoder = stack_add(p, f, c, "encoder", false);
    if (has_decoder)
        f->decoder = stack_add(p, f, c, "decoder", true);
    if (!decodes)
        f->classify =
            linear_add(p, f->hidden, model_width(m), true, "classify");
    return 0;
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
