/*
 * Operations of attention kinds on affinities: centre, mask.
 */
#include <string.h>

#include "engine/kernel/vector.h"
#include "engine/tape/ops.h"

/* The mean over the allowed pairs of a block. */
static float block_mean(const struct pair_block *b, const float *x)
{
    double sum = 0.0, n = 0.0;

    EACH_RUN (r, b) {
        sum += vector_sum(r.n, x + r.at);
        n += (double)r.n;
    }
    return n > 0.0 ? (float)(sum / n) : 0.0f;
}

/* dx = dy - mean(dy): centring is its own transpose. */
static void center_backward(struct tape *t, const struct node *y)
{
    const struct pairs *p = y->args;

    (void)t;
    for (int k = 0; k < pairs_blocks(p); k++) {
        const struct pair_block b = pairs_block(p, k);
        const float *dy = y->grad + p->at[k];
        float *dx = y->in[0]->grad + p->at[k];
        const float mean = block_mean(&b, dy);

        EACH_RUN (r, &b)
            for (size_t at = r.at; at < r.at + r.n; at++)
                dx[at] += dy[at] - mean;
    }
}

static const struct op pair_center = {
    .name = "pair_center",
    .backward = center_backward,
};

struct node *tape_pair_center(struct tape *t, const struct pairs *p,
                              struct node *x)
{
    struct node *y = pair_node(t, &pair_center, p, x);

    if (t->dry)
        return y;
    for (int k = 0; k < pairs_blocks(p); k++) {
        const struct pair_block b = pairs_block(p, k);
        const float *from = x->val + p->at[k];
        float *to = y->val + p->at[k];
        const float mean = block_mean(&b, from);

        EACH_RUN (r, &b)
            for (size_t at = r.at; at < r.at + r.n; at++)
                to[at] = from[at] - mean;
    }
    return y;
}

static void mask_backward(struct tape *t, const struct node *y)
{
    const struct pairs *p = y->args;

    (void)t;
    for (int k = 0; k < pairs_blocks(p); k++) {
        const struct pair_block b = pairs_block(p, k);

        EACH_RUN (r, &b)
            vector_add(r.n, y->grad + p->at[k] + r.at,
                       y->in[0]->grad + p->at[k] + r.at);
    }
}

static const struct op pair_mask = {
    .name = "pair_mask",
    .backward = mask_backward,
};

struct node *tape_pair_mask(struct tape *t, const struct pairs *p,
                            struct node *x)
{
    struct node *y = pair_node(t, &pair_mask, p, x);

    if (t->dry)
        return y;
    for (int k = 0; k < pairs_blocks(p); k++) {
        const struct pair_block b = pairs_block(p, k);

        EACH_RUN (r, &b)
            memcpy(y->val + p->at[k] + r.at, x->val + p->at[k] + r.at,
                   r.n * sizeof(float));
    }
    return y;
}
