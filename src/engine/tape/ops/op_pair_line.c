/*
 * Functions of each row or each column of the pairs by itself.
 */
#include <string.h>

#include "engine/kernel/vector.h"
#include "engine/tape/ops.h"

struct pair_line_args {
    const struct pairs *pairs; /* pair_node()'s copy */
    enum pair_line along;
    const struct line_function *f;
};

/* Copy the allowed part of column j to out; return its length. */
static size_t gather(const struct pair_block *b, int j, const float *x,
                     float *out)
{
    const struct pair_span rows = pair_mask_column(b->mask, b->m, j);
    size_t n = 0;

    for (int i = rows.from; i < rows.to; i++)
        out[n++] = x[pair_block_row(b, i) + (size_t)j];
    return n;
}

/* Add `in` to the allowed part of column j. */
static void scatter(const struct pair_block *b, int j, const float *in,
                    float *x)
{
    const struct pair_span rows = pair_mask_column(b->mask, b->m, j);

    for (int i = rows.from; i < rows.to; i++)
        x[pair_block_row(b, i) + (size_t)j] += *in++;
}

/* x and y point to the block's first element here, and below. */
static void rows_forward(const struct line_function *f,
                         const struct pair_block *b, const float *x, float *y,
                         struct arena *scratch)
{
    EACH_RUN (r, b) {
        const struct arena_mark m = arena_mark(scratch);

        if (r.n)
            f->forward(r.n, x + r.at, y + r.at, scratch);
        arena_rewind(scratch, m);
    }
}

static void rows_backward(const struct line_function *f,
                          const struct pair_block *b, const struct node *y,
                          size_t first)
{
    EACH_RUN (r, b) {
        const size_t at = first + r.at;

        if (r.n)
            f->backward(r.n, y->in[0]->val + at, y->val + at, y->grad + at,
                        y->in[0]->grad + at);
    }
}

static void cols_forward(const struct line_function *f,
                         const struct pair_block *b, const float *x, float *y,
                         struct arena *scratch)
{
    float *in = arena_floats_raw(scratch, (size_t)b->m);
    float *out = arena_floats_raw(scratch, (size_t)b->m);

    for (int j = 0; j < b->n; j++) {
        const struct arena_mark m = arena_mark(scratch);
        const size_t n = gather(b, j, x, in);

        if (n)
            f->forward(n, in, out, scratch);
        arena_rewind(scratch, m);
        scatter(b, j, out, y);
    }
}

static void cols_backward(const struct line_function *f,
                          const struct pair_block *b, const struct node *y,
                          size_t first, struct arena *scratch)
{
    float *x = arena_floats_raw(scratch, (size_t)b->m);
    float *v = arena_floats_raw(scratch, (size_t)b->m);
    float *dy = arena_floats_raw(scratch, (size_t)b->m);
    float *dx = arena_floats_raw(scratch, (size_t)b->m);

    for (int j = 0; j < b->n; j++) {
        const size_t n = gather(b, j, y->val + first, v);

        gather(b, j, y->in[0]->val + first, x);
        gather(b, j, y->grad + first, dy);
        memset(dx, 0, n * sizeof(*dx));
        if (n)
            f->backward(n, x, v, dy, dx);
        scatter(b, j, dx, y->in[0]->grad + first);
    }
}

static void line_backward(struct tape *t, const struct node *y)
{
    const struct pair_line_args *l = y->args;

    for (int k = 0; k < pairs_blocks(l->pairs); k++) {
        const struct pair_block b = pairs_block(l->pairs, k);
        const size_t first = l->pairs->at[k];
        const struct arena_mark m = arena_mark(t->arena);

        if (l->along == PAIR_ROWS)
            rows_backward(l->f, &b, y, first);
        else
            cols_backward(l->f, &b, y, first, t->arena);
        arena_rewind(t->arena, m);
    }
}

static const struct op pair_line = {
    .name = "pair_line",
    .backward = line_backward,
};

struct node *tape_pair_line(struct tape *t, const struct pairs *p,
                            struct node *x, enum pair_line along,
                            const struct line_function *f)
{
    struct node *y = pair_node(t, &pair_line, p, x);
    struct pair_line_args *l = arena_alloc(t->arena, sizeof(*l));

    *l = (struct pair_line_args){y->args, along, f};
    y->args = l;
    if (t->dry)
        return y;
    for (int k = 0; k < pairs_blocks(p); k++) {
        const struct pair_block b = pairs_block(p, k);
        const struct arena_mark m = arena_mark(t->arena);

        (along == PAIR_ROWS ? rows_forward : cols_forward)(
            f, &b, x->val + p->at[k], y->val + p->at[k], t->arena);
        arena_rewind(t->arena, m);
    }
    return y;
}

/* --- softmax -------------------------------------------------------------- */

static void softmax_forward(size_t n, const float *x, float *y,
                            struct arena *scratch)
{
    (void)scratch;
    vector_softmax(n, x, y);
}

/* dx_j = y_j (dy_j - sum_k y_k dy_k) */
static void softmax_backward(size_t n, const float *x, const float *y,
                             const float *dy, float *dx)
{
    (void)x;
    const float dot = vector_dot(n, y, dy);

    for (size_t j = 0; j < n; j++)
        dx[j] += y[j] * (dy[j] - dot);
}

const struct line_function line_softmax = {softmax_forward, softmax_backward};

/* --- mean ----------------------------------------------------------------- */

static void mean_forward(size_t n, const float *x, float *y,
                         struct arena *scratch)
{
    (void)scratch;
    vector_scale(n, 1.0f / (float)n, x, y);
}

static void mean_backward(size_t n, const float *x, const float *y,
                          const float *dy, float *dx)
{
    (void)x, (void)y;
    vector_axpy(n, 1.0f / (float)n, dy, dx);
}

const struct line_function line_mean = {mean_forward, mean_backward};

/* --- less the mean -------------------------------------------------------- */

static void center_forward(size_t n, const float *x, float *y,
                           struct arena *scratch)
{
    (void)scratch;
    vector_center(n, x, y);
}

/* Centring is its own transpose. */
static void center_backward(size_t n, const float *x, const float *y,
                            const float *dy, float *dx)
{
    const float mean = vector_sum(n, dy) / (float)n;

    (void)x, (void)y;
    for (size_t j = 0; j < n; j++)
        dx[j] += dy[j] - mean;
}

const struct line_function line_center = {center_forward, center_backward};
