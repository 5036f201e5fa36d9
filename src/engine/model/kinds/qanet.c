/*
 * QANet (Yu et al. 2018): attention flow between encoder blocks of convolutions
 * and self-attention.  Each side passes a block; the output of the flow passes
 * one stack of blocks three times:
 *
 *     M0 = W G,  M1, M2, M3 = stack(M0), stack(M1), stack(M2)
 *     start = w1 [M1; M2],  end = w2 [M1; M3]
 */
#include <stdlib.h>

#include "base/core/memory.h"
#include "engine/model/encoder_block.h"
#include "engine/model/flow.h"
#include "engine/model/input_layer.h"

struct qanet_conf {
    struct input_layer_conf reading;
    long hidden, heads, highway;
    long encoder_blocks, encoder_convolutions, encoder_kernel;
    long blocks, convolutions, kernel;
    double highway_dropout, flow_dropout, run_dropout;
    double input_dropout, attention_dropout, layer_dropout, output_dropout;
    double norm_epsilon;
    int layers_counted, positions, end, depth_init;
    bool highway_relu, flow_bias, output_matrix, he;
    struct chosen attention, self_attention;
};

enum { COUNTED_ALL, COUNTED_FEWER };
static const char *const counted_names[] = {"all", "fewer", NULL};
static const char *const position_names[] = {"block", "stack", "none", NULL};
static const char *const depth_names[] = {"he-all", "he", "uniform", NULL};
enum { END_THIRD, END_SECOND };
static const char *const end_names[] = {"third", "second", NULL};

#define RUNS 3

static const struct field fields[] = {
    INPUT_LAYER_FIELDS_AS(64, 128, 5, 0.1, 0.05, false),
    FIELD_INT(struct qanet_conf, hidden, 128, 1, 1 << 14,
              "width of every layer"),
    FIELD_INT(struct qanet_conf, highway, 2, 0, HIGHWAY_LAYERS,
              "highway layers behind the projection"),
    FIELD_BOOL(struct qanet_conf, highway_relu, true,
               "of ReLU, else linear ones (localminimum, BangLiu)"),
    FIELD_RATE(struct qanet_conf, highway_dropout, 0.0, 0.0, 0.95,
               "inside them"),
    FIELD_INT(struct qanet_conf, heads, 8, 1, 1 << 10, "of self-attention"),
    FIELD_INT(struct qanet_conf, encoder_blocks, 1, 1, 64,
              "blocks that document and query go through"),
    FIELD_INT(struct qanet_conf, encoder_convolutions, 4, 0,
              ENCODER_CONVOLUTIONS, "convolutions of each of them"),
    FIELD_INT(struct qanet_conf, encoder_kernel, 7, 1, 63,
              "rows that each of these sees"),
    FIELD_INT(struct qanet_conf, blocks, 7, 1, 64,
              "blocks behind the attention flow"),
    FIELD_INT(struct qanet_conf, convolutions, 2, 0, ENCODER_CONVOLUTIONS,
              "convolutions of each of them"),
    FIELD_INT(struct qanet_conf, kernel, 5, 1, 63,
              "rows that each of these sees"),
    FIELD_BOOL(struct qanet_conf, output_matrix, false,
               "behind the heads, as Vaswani et al. have it"),
    FIELD_BOOL(struct qanet_conf, flow_bias, false,
               "of the projection behind the attention flow"),
    FIELD_CHOICE(struct qanet_conf, positions, POSITIONS_BLOCK, position_names,
                 "added before each block, before each run of a stack, or "
                 "nowhere"),
    FIELD_CHOICE(struct qanet_conf, end, END_THIRD, end_names,
                 "the run that the end is read from, beside the first; second: "
                 "as CS224N's report prints"),
    FIELD_RATE(struct qanet_conf, layer_dropout, 0.1, 0.0, 0.45,
               "sublayer l of a stack's L is skipped with probability this "
               "l / L, else has dropout of it"),
    FIELD_CHOICE(struct qanet_conf, layers_counted, COUNTED_ALL, counted_names,
                 "in L; fewer: convolutions and 1 a block, not 2 (BangLiu)"),
    FIELD_RATE(struct qanet_conf, output_dropout, 0.1, 0.0, 0.95,
               "on what a sublayer gives, where layer_dropout is 0"),
    FIELD_RATE(struct qanet_conf, input_dropout, 0.1, 0.0, 0.95,
               "before the 1st, 3rd... convolution, self-attention and the "
               "feed-forward layer"),
    FIELD_RATE(struct qanet_conf, attention_dropout, 0.1, 0.0, 0.95,
               "on the weights of self-attention"),
    FIELD_RATE(struct qanet_conf, flow_dropout, 0.0, 0.0, 0.95,
               "on the weights between document and query"),
    FIELD_RATE(struct qanet_conf, run_dropout, 0.1, 0.0, 0.95,
               "before the first and third run of the stack"),
    FIELD_REAL(struct qanet_conf, norm_epsilon, 1e-6, 1e-12, 1e-2,
               "added to a row's variance"),
    FIELD_BOOL(struct qanet_conf, he, true,
               "weights before ReLU, characters' filters and a highway's of "
               "ReLU among them, are normal after He et al., else uniform "
               "after Glorot as all others; so are a highway's gates, as "
               "BangLiu has them, which localminimum has after He, too"),
    FIELD_CHOICE(struct qanet_conf, depth_init, DEPTH_HE_ALL, depth_names,
                 "of depthwise convolutions: He's with kernel x hidden inputs "
                 "(localminimum), with kernel, or +-1/sqrt(kernel) (BangLiu)"),
    FIELD_KIND(struct qanet_conf, attention, &attention_kinds, "softmax",
               "how document and query attend"),
    FIELD_KIND(struct qanet_conf, self_attention, &attention_kinds, "softmax",
               "how rows of a block attend"),
    FIELD_END,
};

struct qanet {
    struct input_layer reading;
    struct projection projection;
    struct encoder_stack encode, model; /* owned */
    struct flow flow;
    struct linear into, first_end, last_end;
};

static struct encoder_stack add_stack(struct model *m, long blocks,
                                      long convolutions, long window,
                                      const char *name)
{
    const struct qanet_conf *c = m->conf;
    const struct encoder_form form = {
        .blocks = (int)blocks,
        .convolutions = (int)convolutions,
        .window = (int)window,
        .width = (int)c->hidden,
        .heads = (int)c->heads,
        .output = c->output_matrix,
        .he = c->he,
        .depth = (enum depth_init)c->depth_init,
        .epsilon = (float)c->norm_epsilon,
        .attention = &c->self_attention,
    };

    return encoder_add(&m->params, &form, name);
}

static int qanet_build(struct model *m, struct error *e)
{
    const struct qanet_conf *c = m->conf;
    struct qanet *d = m->own = memory_zeroed(1, sizeof(*d));
    struct params *p = &m->params;
    const enum init init = c->he ? INIT_HE : INIT_GLOROT;
    const int h = (int)c->hidden;

    if (h % c->heads)
        return error_set(e,
                         "hidden: found %d, expected a multiple of heads, "
                         "which is %ld",
                         h, c->heads);
    if (input_layer_add(&d->reading, p, &m->spec, &c->reading, init, e))
        return -1;
    d->projection = projection_add(p, d->reading.width, h, c->highway,
                                   c->highway_relu, init);
    d->encode = add_stack(m, c->encoder_blocks, c->encoder_convolutions,
                          c->encoder_kernel, "encode");
    d->flow = flow_add(p, h, &c->attention, FLOW_CHAIN, INIT_GLOROT, "flow");
    d->into = linear_add(p, 4 * h, h, c->flow_bias, "into");
    d->model = add_stack(m, c->blocks, c->convolutions, c->kernel, "model");
    d->first_end = linear_add(p, 2 * h, 1, false, "start");
    d->last_end = linear_add(p, 2 * h, 1, false, "end");
    return 0;
}

static void qanet_release(struct model *m)
{
    struct qanet *d = m->own;

    if (d) {
        encoder_release(&d->encode);
        encoder_release(&d->model);
    }
    free(d);
}

static struct node *encode(struct tape *t, const struct model *m,
                           const struct encoder_stack *s, const struct grain *g,
                           int part, struct node *x)
{
    const struct qanet_conf *c = m->conf;

    return encoder_apply(t, &m->params, s,
                         &(struct encoding){
                             .positions = (enum positions)c->positions,
                             .input_dropout = (float)c->input_dropout,
                             .attention_dropout = (float)c->attention_dropout,
                             .layer_dropout = (float)c->layer_dropout,
                             .fewer = c->layers_counted == COUNTED_FEWER,
                             .output_dropout = (float)c->output_dropout,
                             .seg = g->part[part].seg,
                             .example = g->example,
                         },
                         x);
}

/* A side of every example, from its tokens to the input of attention. */
static struct flow_side read_side(struct tape *t, const struct model *m,
                                  const struct grain *g, struct node *x,
                                  int part)
{
    const struct qanet_conf *c = m->conf;
    const struct qanet *d = m->own;
    const struct segments seg = g->part[part].seg;

    x = projection_apply(t, &m->params, &d->projection, x,
                         (float)c->highway_dropout, &seg, g->example);
    return (struct flow_side){.x = encode(t, m, &d->encode, g, part, x),
                              .seg = seg};
}

/* G, from both sides. */
static struct node *read_both(struct tape *t, const struct model *m,
                              const struct grain *g)
{
    const struct qanet_conf *c = m->conf;
    const struct qanet *d = m->own;
    const float dropout = (float)c->reading.dropout;
    struct node *x[SIDES];

    input_layer_apply(t, m, &d->reading, g, dropout, x);
    /* In this order, which an argument list would not fix: dropout's addresses
     * are counted. */
    const struct flow_side document = read_side(t, m, g, x[DOCUMENT], DOCUMENT);
    const struct flow_side query = read_side(t, m, g, x[QUERY], QUERY);
    return flow_apply(t, &m->params, &d->flow, &c->attention, document, query,
                      (struct flow_dropout){dropout, (float)c->flow_dropout},
                      g->example);
}

/* M1, M2 and, unless end is second, M3. */
static void model_runs(struct tape *t, const struct model *m,
                       const struct grain *g, struct node *x,
                       struct node *run[RUNS])
{
    const struct qanet_conf *c = m->conf;
    const struct qanet *d = m->own;

    for (int i = 0; i < (c->end == END_THIRD ? RUNS : RUNS - 1); i++) {
        if (i % 2 == 0)
            x = tape_dropout(t, x, (float)c->run_dropout,
                             &g->part[DOCUMENT].seg, g->example);
        run[i] = x = encode(t, m, &d->model, g, DOCUMENT, x);
    }
}

static struct node *qanet_scores(struct tape *t, const struct model *m,
                                 const struct grain *g)
{
    const struct qanet_conf *c = m->conf;
    const struct qanet *d = m->own;
    const struct params *p = &m->params;
    struct node *x = linear_apply(t, p, d->into, read_both(t, m, g));
    struct node *run[RUNS];

    model_runs(t, m, g, x, run);
    struct node *last = run[c->end == END_THIRD ? 2 : 1];
    struct node *begin =
        linear_apply(t, p, d->first_end, tape_concat(t, run[0], run[1]));
    struct node *end =
        linear_apply(t, p, d->last_end, tape_concat(t, run[0], last));

    return tape_concat(t, begin, end);
}

static const char *const site_names[] = {"encode.attention", "flow",
                                         "model.attention", NULL};

const struct model_kind model_qanet = {
    .is = {.name = "qanet",
           .summary = "attention flow between convolutions and self-attention",
           .source = "Yu et al., ICLR 2018",
           .fields = fields,
           .size = sizeof(struct qanet_conf),
           .fresh = input_layer_check},
    .shapes = 1u << SHAPE_DOCUMENT_QUERY,
    .sites = site_names,
    .build = qanet_build,
    .release = qanet_release,
    .end_scores = qanet_scores,
};
