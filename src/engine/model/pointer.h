/*
 * pointer.h - a memory-based answer pointer (Hu et al. 2018, section 3.4): a
 * state asks the document for the first token, is fused with what it finds,
 * asks for the last one, is fused again, and so on for some hops:
 *
 *     s_i = w relu(W [c_i; z; c_i * z] + b) + b',  p = softmax s
 *     z <- fusion(z, sum_i p_i c_i)
 *
 * Every question and every fusion has weights of its own.
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
        struct fusion fuse; /* of all but the last */
    } ask[2 * POINTER_HOPS];
};

/* Parameters "name.0.hidden", ...; the document is `width` wide, as is z. */
struct pointer pointer_add(struct params *p, int width, int hidden, int hops,
                           enum fused form, const char *name);

/* A document, and what is asked of it. */
struct pointer_input {
    struct node *c, *z; /* [rows x width], [n x width] */
    const struct segments *seg;
    const int *example;
    float dropout; /* behind the ReLU */
};

/* out[i] [rows x 2], the scores of hop i, first and last side by side. */
void pointer_apply(struct tape *t, const struct params *p,
                   const struct pointer *ptr, const struct pointer_input *in,
                   struct node *out[POINTER_HOPS]);

#endif
