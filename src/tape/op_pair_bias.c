/*
 * What is added to affinities: a number a row and a column (trilinear
 * affinities, Seo et al. 2017); nothing of a token with itself (Hu et al.
 * 2017).
 */
#include <string.h>

#include "kernel/vector.h"
#include "tape/pair_blocks.h"

/* Where a block's rows and columns have their numbers. */
struct sides {
    size_t row, col;
    int heads;
};

static struct sides sides(const struct pairs *p, int b)
{
    const int s = b / p->heads, h = b % p->heads;

    return (struct sides){
        .row = (size_t)p->rows.at[s] * (size_t)p->heads + (size_t)h,
        .col = (size_t)p->cols.at[s] * (size_t)p->heads + (size_t)h,
        .heads = p->heads};
}

struct bias_args {
    struct pairs p;
    float scale;
};

static void block_bias_backward(const struct bias_args *a, const struct node *y,
                                int k)
{
    const struct block b = block(&a->p, k);
    const struct sides at = sides(&a->p, k);
    float *dx = y->in[0]->grad, *row = y->in[1] ? y->in[1]->grad : NULL;
    float *col = y->in[2] ? y->in[2]->grad : NULL;

    for (int i = 0; i < b.m; i++)
        for (int j = 0; j < allowed(&b, i); j++) {
            const size_t ij = b.at + (size_t)i * b.n + j;
            const float d = a->scale * y->grad[ij];

            if (dx)
                dx[ij] += y->grad[ij];
            if (row)
                row[at.row + (size_t)(i * at.heads)] += d;
            if (col)
                col[at.col + (size_t)(j * at.heads)] += d;
        }
}

static void bias_backward(struct tape *t, const struct node *y)
{
    const struct bias_args *a = y->args;

    (void)t;
    for (int k = 0; k < blocks(&a->p); k++)
        block_bias_backward(a, y, k);
}

static const struct op pair_bias = {
    .name = "pair_bias",
    .backward = bias_backward,
};

static void block_bias(const struct bias_args *a, struct node *y, int k)
{
    const struct block b = block(&a->p, k);
    const struct sides at = sides(&a->p, k);
    const struct node *x = y->in[0], *row = y->in[1], *col = y->in[2];

    for (int i = 0; i < b.m; i++)
        for (int j = 0; j < allowed(&b, i); j++) {
            const size_t ij = b.at + (size_t)i * b.n + j;
            const float r = row ? row->val[at.row + (size_t)(i * at.heads)] : 0;
            const float c = col ? col->val[at.col + (size_t)(j * at.heads)] : 0;

            y->val[ij] = x->val[ij] + a->scale * (r + c);
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
    for (int k = 0; k < blocks(p); k++)
        block_bias(a, y, k);
    return y;
}

static void each_self(const struct pairs *p, float *x)
{
    for (int k = 0; k < blocks(p); k++) {
        const struct block b = block(p, k);

        for (int i = 0; i < b.m && i < b.n; i++)
            x[b.at + (size_t)i * b.n + i] = 0.0f;
    }
}

/* y's gradient is complete, and no longer needed elsewhere. */
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
