/*
 * What attention kinds do to affinities: centre, mask.
 */
#include <string.h>

#include "kernel/vector.h"
#include "tape/pair_blocks.h"

struct node *pair_node(struct tape *t, const struct op *op,
                       const struct pairs *p, struct node *x)
{
    struct node *y = tape_node(t, op, x->rows, x->cols, &x, 1);
    struct pairs *args = arena_alloc(t->arena, sizeof(*args));

    *args = *p;
    y->args = args;
    if (!t->dry)
        memset(y->val, 0, node_len(y) * sizeof(float));
    return y;
}

/* The mean over the allowed pairs of a block. */
static float block_mean(const struct block *b, const float *x)
{
    double sum = 0.0, n = 0.0;

    for (int i = 0; i < b->m; i++) {
        sum += vector_sum((size_t)allowed(b, i), x + (size_t)i * b->n);
        n += allowed(b, i);
    }
    return n > 0.0 ? (float)(sum / n) : 0.0f;
}

/* dx = dy - mean(dy): centring is its own transpose. */
static void center_backward(struct tape *t, const struct node *y)
{
    const struct pairs *p = y->args;
    float *dx = y->in[0]->grad;

    (void)t;
    for (int k = 0; k < blocks(p); k++) {
        struct block b = block(p, k);
        float mean = block_mean(&b, y->grad + b.at);

        for (int i = 0; i < b.m; i++)
            for (int j = 0; j < allowed(&b, i); j++) {
                size_t at = b.at + (size_t)i * b.n + j;

                dx[at] += y->grad[at] - mean;
            }
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
    for (int k = 0; k < blocks(p); k++) {
        struct block b = block(p, k);
        float mean = block_mean(&b, x->val + b.at);

        for (int i = 0; i < b.m; i++)
            for (int j = 0; j < allowed(&b, i); j++) {
                size_t at = b.at + (size_t)i * b.n + j;

                y->val[at] = x->val[at] - mean;
            }
    }
    return y;
}

static void mask_backward(struct tape *t, const struct node *y)
{
    const struct pairs *p = y->args;

    (void)t;
    for (int k = 0; k < blocks(p); k++) {
        struct block b = block(p, k);

        for (int i = 0; i < b.m; i++)
            vector_add((size_t)allowed(&b, i), y->grad + b.at + (size_t)i * b.n,
                       y->in[0]->grad + b.at + (size_t)i * b.n);
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
    for (int k = 0; k < blocks(p); k++) {
        struct block b = block(p, k);

        for (int i = 0; i < b.m; i++) {
            size_t at = b.at + (size_t)i * b.n;

            memcpy(y->val + at, x->val + at,
                   (size_t)allowed(&b, i) * sizeof(float));
        }
    }
    return y;
}
