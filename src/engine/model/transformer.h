/*
 * transformer.h - the transformer's layers, private to its files.
 *
 * Tensor2Tensor's form: layer norm before each sublayer, dropout and residual
 * after it, a final norm on top of each stack; one embedding, scaled by
 * sqrt(hidden), for source, target and output; sinusoidal positions.
 */
#ifndef ENGINE_MODEL_TRANSFORMER_H
#define ENGINE_MODEL_TRANSFORMER_H

#include "engine/layer/embedding.h"
#include "engine/model/model.h"
#include "engine/model/sites.h"

struct transformer_conf {
    int preset;
    long layers, hidden, filter, heads; /* 0: the preset's */
    double dropout, attention_dropout, relu_dropout;
    struct chosen attention;
    struct attention_place encoder_attention, decoder_attention,
        cross_attention;
    int pooling; /* enum pooling */
};

/* How positions halt, in a stack whose layers are repeated in steps. */
struct halting_conf {
    bool halts; /* each position halts separately */
    double bias, rest, ponder;
};

/* How an encoded sequence is pooled for a classifier: the mean of its rows, or
 * the output of a decoder whose only token is BEGIN. */
enum pooling { POOLING_MEAN, POOLING_TOKEN };
extern const char *const pooling_names[]; /* NULL-terminated */

/* Fields of both kinds. */
#define TRANSFORMER_FIELDS                                                     \
    FIELD_INT(struct transformer_conf, hidden, 0, 0, 1 << 14,                  \
              "width; 0: the preset's"),                                       \
        FIELD_INT(struct transformer_conf, filter, 0, 0, 1 << 16,              \
                  "width inside the ReLU sublayer; 0: the preset's"),          \
        FIELD_INT(struct transformer_conf, heads, 0, 0, 256,                   \
                  "attention heads, a divisor of hidden; 0: the preset's"),    \
        FIELD_RATE(struct transformer_conf, dropout, 0.1, 0.0, 0.95,           \
                   "on embeddings and on each sublayer's output"),             \
        FIELD_RATE(struct transformer_conf, attention_dropout, 0.1, 0.0, 0.95, \
                   "on attention weights"),                                    \
        FIELD_RATE(struct transformer_conf, relu_dropout, 0.1, 0.0, 0.95,      \
                   "inside the ReLU sublayer"),                                \
        FIELD_KIND(struct transformer_conf, attention, &attention_kinds,       \
                   "softmax",                                                \
                   "kind of every attention that has none of its own"),      \
        FIELD_PLACED(struct transformer_conf, encoder_attention,               \
                     &attention_kinds,                                         \
                     "kind of self-attention in the encoder; unset: as "       \
                     "attention"),                                             \
        FIELD_PLACED(struct transformer_conf, decoder_attention,               \
                     &attention_kinds,                                         \
                     "kind of self-attention in the decoder; unset: as "       \
                     "attention"),                                             \
        FIELD_PLACED(struct transformer_conf, cross_attention,                 \
                     &attention_kinds,                                         \
                     "kind of the decoder's attention to what is encoded; "    \
                     "unset: as attention"),                                   \
        FIELD_CHOICE(struct transformer_conf, pooling, POOLING_MEAN,           \
                     pooling_names,                                            \
                     "what tells the class, where one is asked for: the mean " \
                     "of the encoder's rows, or a decoder's one token")

/* The sizes of a preset. */
struct transformer_sizes {
    int layers, steps, hidden, filter, heads;
};

/* One layer of a stack; `cross` only in a decoder. */
struct transformer_block {
    struct norm self_norm, cross_norm, filter_norm;
    struct multihead self, cross;
    struct linear expand, contract;
};

/* Parameters of a recurrent stack only (transformer_recurrence.c). */
struct transformer_recurrence {
    int step;           /* parameter [steps x hidden], one row a step */
    struct linear halt; /* halting score of a state */
};

struct stack {
    struct transformer_block *block; /* owned [layers] */
    struct norm norm;                /* on top */
    struct transformer_recurrence again;
};

struct transformer {
    int layers, hidden, filter, heads;
    int steps; /* how often the stack's layers are repeated; 0: they run once */
    struct halting_conf halting;
    struct embedding words[MAX_PARTS];
    struct stack encoder;
    struct stack decoder;   /* no blocks unless it generates, or pools by a
                               token */
    struct linear classify; /* unless it generates */
};

/* Sequences as they pass a stack. */
struct stream {
    struct node *x;
    struct segments seg;
    const int *example;
};

/* Check what spans several fields: -1 if a kind of attention is set for a layer
 * or a head that the model does not have.  `preset` has the sizes that conf
 * leaves out. */
int transformer_check(const struct transformer_conf *c,
                      const struct transformer_sizes *preset, struct error *e);

/* For struct model_kind. check_shape: -1 if a kind is set for an attention of
 * the decoder, and the model has no decoder.  The names of its attentions. */
int transformer_check_shape(const void *conf, enum shape shape,
                            struct error *e);
extern const char *const transformer_site_names[];

/* For both kinds: declare parameters; `preset` has the sizes that conf leaves
 * out. halting NULL: positions do not halt. */
int transformer_build(struct model *m, const struct transformer_sizes *preset,
                      const struct halting_conf *halting, struct error *e);
void transformer_release(struct model *m);
void transformer_list_sizes(const struct model *m,
                            struct model_size out[MODEL_SIZES]);
struct node *transformer_loss(struct tape *t, const struct model *m,
                              const struct grain *g, float label_smoothing);
struct node *transformer_scores(struct tape *t, const struct model *m,
                                const struct grain *g);

static inline bool transformer_generates(const struct model *m)
{
    return m->spec.head.kind->reads == READS_SEQUENCE;
}

/* The number of layer passes of a stack, repetitions included. */
static inline int transformer_depth(const struct transformer *f)
{
    return f->layers * (f->steps ? f->steps : 1);
}

/* Embed a part's tokens; segment s starts at position first[s] (NULL: at 0). */
struct node *transformer_embed(struct tape *t, const struct model *m, int part,
                               const struct packed *in, const int *first,
                               const int *example);

/* A layer of a stack; `place` counts layer passes up to transformer_depth().
 * Returns s.x after the layer. */
typedef struct node *transformer_layer(struct tape *t, const struct model *m,
                                       const struct transformer_block *b,
                                       int place, struct stream s,
                                       void *context);

/* How a stack is run. */
struct stack_pass {
    transformer_layer *layer;
    void *context;
    const int *first; /* first position of each segment; NULL: 0 */
    bool all;         /* run all steps, even if all positions have halted */
};

/*
 * Run a stack, with its final norm. *ponder (may be NULL) is the halting cost
 * of each position, [rows x 1]; NULL if positions do not halt.
 */
struct node *transformer_stack_pass(struct tape *t, const struct model *m,
                                    const struct stack *stack, struct stream s,
                                    const struct stack_pass *c,
                                    struct node **ponder);

/* The halting cost of all rows, weighted by weight[rows]: [1 x 1]. */
struct node *transformer_ponder(struct tape *t, struct node *ponder,
                                const float *weight);

/* Encoder over packed tokens. */
struct node *transformer_encode(struct tape *t, const struct model *m,
                                const struct packed *in, const int *example,
                                struct node **ponder);

/*
 * Decoder over whole prefixes.  memory[layer] is what each layer's
 * cross-attention sees.
 */
struct node *transformer_decode(struct tape *t, const struct model *m,
                                struct stream s, const struct memory *memory,
                                struct node **ponder);

/* The encoder's output as each decoder layer sees it; on the arena. */
struct memory *transformer_memories(struct tape *t, const struct model *m,
                                    struct node *encoded,
                                    const struct segments *seg);

/* Which rows a decoder's rows see; the first of them has number `place` among
 * the keys. */
struct pair_mask transformer_mask(int place);

/* x + dropout(y) */
struct node *transformer_residual(struct tape *t, const struct model *m,
                                  const struct stream *s, struct node *y);

/* The sublayers other than self-attention, which differs when keys are kept. */
struct node *transformer_cross(struct tape *t, const struct model *m,
                               const struct transformer_block *b,
                               struct stream s, const struct memory *memory);
struct node *transformer_filter(struct tape *t, const struct model *m,
                                const struct transformer_block *b,
                                struct stream s);

/*
 * Beam search from every example at once (model/beam.h).  Keys and values of
 * earlier tokens are kept, because later tokens do not change them.
 */
void transformer_generate(struct tape *t, const struct model *m,
                          const struct grain *g, struct answers *out);

#endif
