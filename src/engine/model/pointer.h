/*
 * pointer.h - a memory-based answer pointer (Hu et al. 2018, section 3.4): a
 * state z scores the document's tokens c_i as first token and is fused with the
 * result, then scores them as last token and is fused again; this is repeated
 * for some hops:
 *
 *     s_i = w relu(W [c_i; z; c_i * z] + b) + b',  p = softmax s
 *     z <- fusion(z, sum_i p_i c_i)
 *
 * Every scoring and every fusion has weights of its own.
 */
#ifndef ENGINE_MODEL_POINTER_H
#define ENGINE_MODEL_POINTER_H

#include "engine/layer/fusion.h"
#include "engine/layer/layers.h"

#define POINTER_HOPS 4

struct pointer {
    int hops;
    enum fused form;
    struct pointer_ask {
        struct linear hidden, score;
        struct fusion fuse; /* not of the last */
    } ask[2 * POINTER_HOPS];
};

/* Parameters "name.0.hidden", ...; document and z have `width` columns. */
struct pointer pointer_add(struct params *p, int width, int hidden, int hops,
                           enum fused form, const char *name);

/* A document, and the state that asks. */
struct pointer_input {
    struct node *c, *z; /* [rows x width], [n x width] */
    const struct segments *seg;
    const int *example;
    float dropout; /* after the ReLU */
};

/* out[i] [rows x 2]: the scores of hop i, as first and as last token. */
void pointer_apply(struct tape *t, const struct params *p,
                   const struct pointer *ptr, const struct pointer_input *in,
                   struct node *out[POINTER_HOPS]);

#endif
