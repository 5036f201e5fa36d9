/*
 * What attention kinds do to affinities: centre, normalise, mask.
 */
#include <string.h>

#include "kernel/vector.h"
#include "tape/ops.h"

/* One block and how many columns of row i are allowed. */
struct block {
    int m, n;
    bool causal;
    size_t at;
};

static struct block block(const struct pairs *p, int b)
{
    int s = b / p->heads;

    return (struct block){.m = segment_len(&p->rows, s),
                          .n = segment_len(&p->cols, s),
                          .causal = p->causal,
                          .at = p->at[b]};
}

static int blocks(const struct pairs *p)
{
    return p->rows.n * p->heads;
}

static int allowed(const struct block *b, int i)
{
    return b->causal && i + 1 < b->n ? i + 1 : b->n;
}

static struct node *pair_node(struct tape *t, const struct op *op,
                              const struct pairs *p, struct node *x)
{
    struct node *y = tape_node(t, op, x->rows, x->cols, &x, 1);
    struct pairs *args = arena_alloc(t->arena, sizeof(*args));

    *args = *p;
    y->args = args;
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

/* dx_j = y_j (dy_j - sum_k y_k dy_k) */
static void rows_backward(struct tape *t, const struct node *y)
{
    const struct pairs *p = y->args;

    (void)t;
    for (int k = 0; k < blocks(p); k++) {
        struct block b = block(p, k);

        for (int i = 0; i < b.m; i++) {
            size_t at = b.at + (size_t)i * b.n, n = (size_t)allowed(&b, i);
            const float *v = y->val + at, *dy = y->grad + at;
            float *dx = y->in[0]->grad + at, dot = vector_dot(n, v, dy);

            for (size_t j = 0; j < n; j++)
                dx[j] += v[j] * (dy[j] - dot);
        }
    }
}

static const struct op pair_softmax_rows = {
    .name = "pair_softmax_rows",
    .backward = rows_backward,
};

struct node *tape_pair_softmax_rows(struct tape *t, const struct pairs *p,
                                    struct node *e)
{
    struct node *y = pair_node(t, &pair_softmax_rows, p, e);

    for (int k = 0; k < blocks(p); k++) {
        struct block b = block(p, k);

        for (int i = 0; i < b.m; i++) {
            size_t at = b.at + (size_t)i * b.n, n = (size_t)allowed(&b, i);

            if (n)
                vector_softmax(n, e->val + at, y->val + at);
        }
    }
    return y;
}

/* The allowed part of column j, gathered; returns its length. */
static size_t gather_column(const struct block *b, int j, const float *x,
                            float *out)
{
    size_t n = 0;

    for (int i = b->causal ? j : 0; i < b->m; i++)
        out[n++] = x[b->at + (size_t)i * b->n + j];
    return n;
}

static void cols_backward(struct tape *t, const struct node *y)
{
    const struct pairs *p = y->args;
    float *dx = y->in[0]->grad;

    for (int k = 0; k < blocks(p); k++) {
        struct block b = block(p, k);
        struct arena_mark m = arena_mark(t->arena);
        float *v = arena_floats_raw(t->arena, (size_t)b.m);
        float *dy = arena_floats_raw(t->arena, (size_t)b.m);

        for (int j = 0; j < b.n; j++) {
            size_t n = gather_column(&b, j, y->val, v);

            gather_column(&b, j, y->grad, dy);
            float dot = vector_dot(n, v, dy);

            for (size_t i = 0; i < n; i++)
                dx[b.at + (b.m - n + i) * b.n + j] += v[i] * (dy[i] - dot);
        }
        arena_rewind(t->arena, m);
    }
}

static const struct op pair_softmax_cols = {
    .name = "pair_softmax_cols",
    .backward = cols_backward,
};

struct node *tape_pair_softmax_cols(struct tape *t, const struct pairs *p,
                                    struct node *e)
{
    struct node *y = pair_node(t, &pair_softmax_cols, p, e);

    for (int k = 0; k < blocks(p); k++) {
        struct block b = block(p, k);
        struct arena_mark m = arena_mark(t->arena);
        float *x = arena_floats_raw(t->arena, (size_t)b.m);

        for (int j = 0; j < b.n; j++) {
            size_t n = gather_column(&b, j, e->val, x);

            if (n)
                vector_softmax(n, x, x);
            for (size_t i = 0; i < n; i++)
                y->val[b.at + (b.m - n + i) * b.n + j] = x[i];
        }
        arena_rewind(t->arena, m);
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
