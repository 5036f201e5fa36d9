/*
 * transformer_generate.c - generation: computes what continues hypotheses, from
 * stored keys and values.
 *
 * All hypotheses have the same length, so the tokens of a step and the stored
 * rows of earlier tokens are packed without gaps.  Each step copies these rows
 * from the hypotheses that its own continue.
 */
#include <string.h>

#include "engine/head/kinds/decode.h"
#include "engine/kernel/gemm.h"
#include "engine/kernel/team.h"
#include "engine/model/beam.h"
#include "engine/model/transformer.h"

/* Stored rows of all hypotheses, one hypothesis after the other. */
struct decoder_cache {
    float *now, *next; /* [beam * most_tokens() x hidden]: `next` is written
                          while `now` is read */
};

struct layer_kept {
    struct {
        struct decoder_cache key, value, key_n;
    } part[MULTIHEAD_PARTS];
};

struct generator {
    struct decoder is;
    const struct model *m;
    const struct transformer *f;
    struct layer_kept *layer; /* [transformer_depth()] */
    struct memory *memory;    /* [layers] */
    const float *words;       /* the transposed embedding: see turned() */
    const struct node *last;  /* the rows of the step, ready for scoring */
    const int *zeros;         /* [hypotheses] example numbers: unused */
    const struct beam_hypotheses *h; /* of this step */
};

static struct decoder_cache kept_new(struct arena *a, size_t floats)
{
    return (struct decoder_cache){arena_floats_raw(a, floats),
                                  arena_floats_raw(a, floats)};
}

static void keep_layers(struct generator *g, struct arena *a, size_t rows)
{
    const struct transformer *f = g->f;
    const int depth = transformer_depth(f);

    g->layer = arena_alloc(a, (size_t)depth * sizeof(*g->layer));
    for (int i = 0; i < depth; i++) {
        const struct multihead *self = &f->decoder.block[i % f->layers].self;

        for (int k = 0; k < self->parts; k++) {
            const int width = f->hidden / self->heads * self->part[k].of.heads;
            const size_t floats = rows * (size_t)width;

            g->layer[i].part[k].key = kept_new(a, floats);
            g->layer[i].part[k].value = kept_new(a, floats);
            if (self->part[k].distance_features)
                g->layer[i].part[k].key_n = kept_new(a, floats);
        }
    }
}

/* Append the newest row of each hypothesis to the rows of the one that it
 * continues. */
static struct node *keep_rows(struct tape *t, const struct beam_hypotheses *h,
                              struct decoder_cache *k, const struct node *x)
{
    const size_t d = (size_t)x->cols, old = (size_t)(h->len - 1) * d;
    const float *from = k->now;
    float *const to = k->next;

    k->next = k->now;
    k->now = to;
    for (int i = 0; i < h->n && !t->dry; i++) {
        float *row = to + (size_t)i * (old + d);

        if (old)
            memcpy(row, from + (size_t)h->parent[i] * old, old * sizeof(*row));
        memcpy(row + old, x->val + (size_t)i * d, d * sizeof(*row));
    }
    return tape_borrow(t, to, h->n * h->len, x->cols);
}

static struct node *kept_self(struct generator *g, struct tape *t,
                              const struct transformer_block *b, int place,
                              struct stream s)
{
    const struct params *p = &g->m->params;
    struct layer_kept *k = &g->layer[place];
    struct node *x = norm_apply(t, p, b->self_norm, s.x);
    struct memory own = multihead_memory(t, p, &b->self, x, &s.seg);
    const struct attending how = {.mask = transformer_mask(g->h->len - 1),
                                  .by_rows = true,
                                  .example = s.example};

    for (int i = 0; i < b->self.parts; i++) {
        struct memory_part *o = &own.part[i];

        o->key = keep_rows(t, g->h, &k->part[i].key, o->key);
        o->value = keep_rows(t, g->h, &k->part[i].value, o->value);
        if (o->key_n)
            o->key_n = keep_rows(t, g->h, &k->part[i].key_n, o->key_n);
    }
    own.seg = segments_even(t->arena, g->h->n, g->h->len);
    return transformer_residual(
        t, g->m, &s, multihead_apply(t, p, &b->self, x, &s.seg, &own, &how));
}

static struct node *kept_layer(struct tape *t, const struct model *m,
                               const struct transformer_block *b, int place,
                               struct stream s, void *context)
{
    struct generator *g = context;

    s.x = kept_self(g, t, b, place, s);
    s.seg = g->h->of; /* all hypotheses of a source see its memory */
    s.x = transformer_cross(t, m, b, s, &g->memory[place % g->f->layers]);
    return transformer_filter(t, m, b, s);
}

/* Embed the newest tokens, each as a sequence of its own at its position.  All
 * steps are run, because later tokens may attend to the last one. */
static void step(struct decoder *d, struct tape *t,
                 const struct beam_hypotheses *h)
{
    struct generator *g = (struct generator *)d;
    int *at = arena_ints(t->arena, (size_t)h->n);
    struct stream s = {.seg = segments_even(t->arena, h->n, 1),
                       .example = g->zeros};
    const struct stack_pass how = {
        .layer = kept_layer, .context = g, .first = at, .all = true};

    g->h = h;
    for (int i = 0; i < h->n; i++)
        at[i] = h->len - 1;
    s.x = transformer_embed(t, g->m, 1, &(struct packed){s.seg, h->token}, at,
                            g->zeros);
    g->last = transformer_stack_pass(t, g->m, &g->f->decoder, s, &how, NULL);
}

/* Words of the table that are stored together, as many as a product's tile is
 * wide: stored separately, each of their rows would be on a page of its own. */
enum { TOGETHER = 48 };

static int together(int words, int from)
{
    return words - from < TOGETHER ? words - from : TOGETHER;
}

struct hypothesis_scoring {
    const struct generator *g;
    struct run r;
    float *out;
};

/* For blocks [from, to) of the table. */
static void score_parts(const void *of, size_t from, size_t to,
                        struct arena *scratch)
{
    const struct hypothesis_scoring *s = of;
    const int words = s->g->is.words, width = s->g->f->hidden;
    const float *x = s->g->last->val + (size_t)s->r.first * (size_t)width;

    (void)scratch;
    for (int i = (int)from * TOGETHER; i < (int)to * TOGETHER; i += TOGETHER) {
        const int n = together(words, i);

        gemm(s->g->last->products, 'n', 'n', run_size(s->r), n, width, 1.0f, x,
             width, s->g->words + (size_t)i * (size_t)width, n, 0.0f,
             s->out + i, words);
    }
}

static void score(const struct decoder *d, struct run r, float *out)
{
    const struct generator *g = (const struct generator *)d;
    const double products = (double)run_size(r) * d->words * g->f->hidden;

    team_run(
        &(struct team_work){.n = (size_t)((d->words + TOGETHER - 1) / TOGETHER),
                            .total = TEAM_PRODUCT * products,
                            .piece = score_parts,
                            .of = &(struct hypothesis_scoring){g, r, out}});
}

/* Transpose once: [width x together()] for each TOGETHER words. */
static const float *turned(struct tape *t, const struct node *table)
{
    const int width = table->cols;
    float *out = arena_floats_raw(t->arena, node_len(table));

    for (int i = 0; i < table->rows && !t->dry; i += TOGETHER) {
        const int n = together(table->rows, i);
        const float *x = table->val + (size_t)i * (size_t)width;
        float *to = out + (size_t)i * (size_t)width;

        for (int k = 0; k < width; k++)
            for (int j = 0; j < n; j++)
                *to++ = x[(size_t)j * (size_t)width + (size_t)k];
    }
    return out;
}

/* The greatest number of tokens of each source. */
static const int *limits(const struct generator *g, struct arena *a,
                         const struct segments *source)
{
    const struct decoding *how = g->m->spec.head.settings;
    int *longest = arena_ints(a, (size_t)source->n);

    for (int i = 0; i < source->n; i++)
        longest[i] = how->beyond ? segment_len(source, i) + (int)how->beyond
                                 : how->longest_target;
    return longest;
}

/* The greatest number of tokens that n hypotheses of equal length have
 * together: the longer they are, the fewer are still live. */
static size_t most_tokens(int n, const int *longest)
{
    size_t most = 0;

    for (int i = 0; i < n; i++) {
        size_t tokens = 0;

        for (int k = 0; k < n; k++)
            tokens += longest[k] >= longest[i] ? (size_t)longest[i] : 0;
        most = tokens > most ? tokens : most;
    }
    return most;
}

void transformer_generate(struct tape *t, const struct model *m,
                          const struct grain *g, struct answers *out)
{
    const struct decoding *how = m->spec.head.settings;
    const struct packed *source = &g->part[0];
    const size_t beam = how->beam > 1 ? (size_t)how->beam : 1;
    const size_t hypotheses = (size_t)g->n * beam;
    struct generator of = {.m = m, .f = m->own};
    const struct node *table = embedding_table(t, &m->params, &of.f->words[1]);
    const int *longest = limits(&of, t->arena, &source->seg);

    of.zeros = memset(arena_ints(t->arena, hypotheses), 0,
                      hypotheses * sizeof(*of.zeros));
    keep_layers(&of, t->arena, beam * most_tokens(g->n, longest));
    of.memory = transformer_memories(
        t, m, transformer_encode(t, m, source, g->example, NULL), &source->seg);
    of.words = turned(t, table);
    of.is = (struct decoder){table->rows, step, score};
    beam_search(t, &of.is, how, g->n, longest, out);
}
