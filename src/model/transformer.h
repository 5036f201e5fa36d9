/*
 * transformer.h - the transformer's inside, shared by its own files.
 *
 * Tensor2Tensor's form: layer norm before each sublayer, dropout and residual
 * after it, a final norm on top of each stack; one embedding, scaled by
 * sqrt(hidden), for source, target and output; sinusoidal positions.
 */
#ifndef MODEL_TRANSFORMER_H
#define MODEL_TRANSFORMER_H

#include "layer/embedding.h"
#include "model/model.h"
#include "model/multihead.h"

struct transformer_conf {
    int preset;
    long layers, hidden, filter, heads; /* 0: the preset's */
    double dropout, attention_dropout, relu_dropout;
    struct chosen attention;
};

/* One layer of a stack; `cross` only in a decoder. */
struct block {
    struct norm self_norm, cross_norm, filter_norm;
    struct multihead self, cross;
    struct linear expand, contract;
};

struct stack {
    struct block *block; /* owned [layers] */
    struct norm norm;    /* on top */
};

struct transformer {
    int layers, hidden, filter, heads;
    struct embedding words[MAX_PARTS];
    struct stack encoder;
    struct stack decoder;   /* no blocks unless it generates */
    struct linear classify; /* unless it generates */
};

/* Sequences on their way through a stack. */
struct stream {
    struct node *x;
    struct segments seg;
    const int *example;
};

/* Embed a part's tokens; segment s starts at position first[s] (NULL: at 0). */
struct node *transformer_embed(struct tape *t, const struct model *m, int part,
                               const struct packed *in, const int *first,
                               const int *example);

/* Encoder over packed tokens, final norm included. */
struct node *transformer_encode(struct tape *t, const struct model *m,
                                const struct packed *in, const int *example);

/*
 * Decoder over whole prefixes, final norm included.  memory[layer] is what
 * each layer's cross-attention sees.
 */
struct node *transformer_decode(struct tape *t, const struct model *m,
                                struct stream s, const struct memory *memory);

/* The encoder's output as each decoder layer sees it; on the arena. */
struct memory *transformer_memories(struct tape *t, const struct model *m,
                                    struct node *encoded,
                                    const struct segments *seg);

/* x + dropout(y) */
struct node *transformer_residual(struct tape *t, const struct model *m,
                                  const struct stream *s, struct node *y);

/* The sublayers but self-attention, which differs when keys are kept. */
struct node *transformer_cross(struct tape *t, const struct model *m,
                               const struct block *b, struct stream s,
                               const struct memory *memory);
struct node *transformer_filter(struct tape *t, const struct model *m,
                                const struct block *b, struct stream s);

/*
 * Beam search from every example at once (model/beam.h).  Keys and values of
 * earlier tokens are kept: what comes later changes no row.
 */
void transformer_generate(struct tape *t, const struct model *m,
                          const struct grain *g, struct answers *out);

#endif
