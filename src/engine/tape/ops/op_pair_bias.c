/*
 * Terms added to affinities: a number per row and per column (trilinear
 * affinities, Seo et al. 2017); and the affinity of a token with itself set to
 * 0 (Hu et al. 2017).
 */
#include <string.h>

#include "engine/kernel/vector.h"
#include "engine/tape/ops.h"

struct bias_args {
    struct pairs p;
    float scale;
};

static void block_bias_backward(const struct bias_args *a, const struct node *y,
                                int k)
{
    const struct pair_block b = pairs_block(&a->p, k);
    const int heads = a->p.heads;
    const size_t row_at = pairs_row(&a->p, k, heads);
    const size_t col_at = pairs_col(&a->p, k, heads);
    float *dx = y->in[0]->grad, *row = y->in[1] ? y->in[1]->grad : NULL;
    float *col = y->in[2] ? y->in[2]->grad : NULL;

    EACH_RUN (r, &b)
        for (int j = 0; j < (int)r.n; j++) {
            const size_t ij = a->p.at[k] + r.at + (size_t)j;
            const float d = a->scale * y->grad[ij];

            if (dx)
                dx[ij] += y->grad[ij];
            if (row)
                row[row_at + (size_t)(r.row * heads)] += d;
            if (col)
                col[col_at + (size_t)((r.from + j) * heads)] += d;
        }
}

static void bias_backward(struct tape *t, const struct node *y)
{
    const struct bias_args *a = y->args;

    (void)t;
    for (int k = 0; k < pairs_blocks(&a->p); k++)
        block_bias_backward(a, y, k);
}

static const struct op pair_bias = {
    .name = "pair_bias",
    .backward = bias_backward,
};

static void block_bias(const struct bias_args *a, struct node *y, int k)
{
    const struct pair_block b = pairs_block(&a->p, k);
    const int heads = a->p.heads;
    const struct node *x = y->in[0], *row = y->in[1], *col = y->in[2];
    const float *of_row = row ? row->val + pairs_row(&a->p, k, heads) : NULL;
    const float *of_col = col ? col->val + pairs_col(&a->p, k, heads) : NULL;

    EACH_RUN (r, &b)
        for (int j = 0; j < (int)r.n; j++) {
            const size_t ij = a->p.at[k] + r.at + (size_t)j;
            const float i_has = of_row ? of_row[r.row * heads] : 0;
            const float j_has = of_col ? of_col[(r.from + j) * heads] : 0;

            y->val[ij] = x->val[ij] + a->scale * (i_has + j_has);
        }
}

struct node *tape_pair_bias(struct tape *t, const struct pairs *p,
                            struct node *x, struct node *row, struct node *col,
                            float scale)
{
    struct node *y = tape_node(t, &pair_bias, x->rows, x->cols,
                               (struct node *[]){x, row, col}, 3);
    struct bias_args *a = arena_alloc(t->arena, sizeof(*a));

    *a = (struct bias_args){*p, scale};
    y->args = a;
    if (t->dry)
        return y;
    memset(y->val, 0, node_len(y) * sizeof(float));
    for (int k = 0; k < pairs_blocks(p); k++)
        block_bias(a, y, k);
    return y;
}

static void each_self(const struct pairs *p, float *x)
{
    for (int k = 0; k < pairs_blocks(p); k++) {
        const struct pair_block b = pairs_block(p, k);

        pair_block_forget_self(&b, x + p->at[k]);
    }
}

/* y's gradient is complete, and not used elsewhere, so it may change. */
static void zero_self_backward(struct tape *t, const struct node *y)
{
    (void)t;
    each_self(y->args, y->grad);
    vector_add(node_len(y), y->grad, y->in[0]->grad);
}

static const struct op pair_zero_self = {
    .name = "pair_zero_self",
    .backward = zero_self_backward,
};

struct node *tape_pair_zero_self(struct tape *t, const struct pairs *p,
                                 struct node *x)
{
    struct node *y = pair_node(t, &pair_zero_self, p, x);

    if (t->dry)
        return y;
    memcpy(y->val, x->val, node_len(y) * sizeof(float));
    each_self(p, y->val);
    return y;
}
