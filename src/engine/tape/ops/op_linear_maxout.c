/*
 * A product followed by maxout, fused: forward holds all pieces of a block of
 * rows at a time; backward uses only the pieces that were the maximum.
 */
#include <assert.h>

#include "engine/kernel/columns.h"
#include "engine/kernel/gemm.h"
#include "engine/kernel/selected_rows.h"
#include "engine/kernel/team.h"
#include "engine/tape/ops.h"

#define BLOCK 128 /* rows whose pieces stay in the cache */
#define UNITS 8   /* units whose rows of dW stay in the cache */

struct linear_maxout {
    int pieces;
    int32_t *at; /* [rows x units] which piece was the maximum */
};

static double back_total(const struct node *y)
{
    return TEAM_ELEMENT * (double)node_len(y) * y->in[0]->cols;
}

static void dx_rows(const void *of, size_t from, size_t to,
                    struct arena *scratch)
{
    const struct node *y = of, *x = y->in[0], *w = y->in[1];
    const struct linear_maxout *k = y->args;
    const size_t units = (size_t)y->cols;

    (void)scratch;
    for (size_t i = from; i < to; i++)
        selected_rows_sum(y->cols, x->cols, k->at + i * units,
                          y->grad + i * units, w->val,
                          x->grad + i * (size_t)x->cols);
}

/* Sums over the rows, in order. */
static void dw_units(const void *of, size_t from, size_t to,
                     struct arena *scratch)
{
    const struct node *y = of, *x = y->in[0], *w = y->in[1];
    const struct linear_maxout *k = y->args;
    const size_t units = (size_t)y->cols;

    (void)scratch;
    for (size_t u = from; u < to; u += UNITS)
        for (size_t i = 0; i < (size_t)y->rows; i++)
            selected_rows_add(y->cols, (int)u,
                              (int)(u + UNITS < to ? u + UNITS : to), x->cols,
                              k->at + i * units, y->grad + i * units,
                              x->val + i * (size_t)x->cols, w->grad);
}

static void db_units(const void *of, size_t from, size_t to,
                     struct arena *scratch)
{
    const struct node *y = of;
    const struct linear_maxout *k = y->args;
    const size_t units = (size_t)y->cols;

    (void)scratch;
    for (size_t i = 0; i < (size_t)y->rows; i++)
        for (size_t u = from; u < to; u++)
            y->in[2]->grad[(size_t)k->at[i * units + u] * units + u] +=
                y->grad[i * units + u];
}

static void linear_maxout_backward(struct tape *t, const struct node *y)
{
    struct team_work w = {.of = y, .total = back_total(y)};

    (void)t;
    if (y->in[0]->grad) {
        w.n = (size_t)y->rows;
        w.piece = dx_rows;
        team_run(&w);
    }
    w.n = (size_t)y->cols;
    w.step = UNITS;
    w.piece = dw_units;
    if (y->in[1]->grad)
        team_run(&w);
    if (y->in[2] && y->in[2]->grad)
        db_units(y, 0, w.n, NULL);
}

static const struct op linear_maxout = {
    .name = "linear_maxout",
    .backward = linear_maxout_backward,
};

/* A block of rows from `first` on, whose pieces are in z. */
struct maxout_block {
    const struct node *y;
    size_t first;
    const float *z;
};

static void choose_rows(const void *of, size_t from, size_t to,
                        struct arena *scratch)
{
    const struct maxout_block *b = of;
    const struct node *y = b->y, *bias = y->in[2];
    const struct linear_maxout *k = y->args;
    const size_t units = (size_t)y->cols;

    (void)scratch;
    for (size_t i = from; i < to; i++) {
        const size_t at = (b->first + i) * units;

        columns_most(k->pieces, y->cols, b->z + i * (size_t)k->pieces * units,
                     bias ? bias->val : NULL, y->val + at, k->at + at);
    }
}

static void forward(const struct node *y, float *z)
{
    const struct node *x = y->in[0], *w = y->in[1];

    for (int i = 0; i < y->rows; i += BLOCK) {
        const int m = y->rows - i < BLOCK ? y->rows - i : BLOCK;
        const struct maxout_block b = {y, (size_t)i, z};

        gemm(y->products, 'n', 't', m, w->rows, x->cols, 1.0f,
             x->val + (size_t)i * (size_t)x->cols, x->cols, w->val, w->cols,
             0.0f, z, w->rows);
        team_run(&(struct team_work){.n = (size_t)m,
                                     .total = TEAM_ELEMENT * m * w->rows,
                                     .piece = choose_rows,
                                     .of = &b});
    }
}

struct node *tape_linear_maxout(struct tape *t, struct node *x, struct node *w,
                                struct node *b, int pieces)
{
    struct node *y = tape_node(t, &linear_maxout, x->rows, w->rows / pieces,
                               (struct node *[]){x, w, b}, 3);
    struct linear_maxout *k = arena_alloc(t->arena, sizeof(*k));

    assert(pieces >= 1 && w->rows % pieces == 0 && w->cols == x->cols);
    *k = (struct linear_maxout){
        pieces, arena_alloc(t->arena, node_len(y) * sizeof(*k->at))};
    y->args = k;
    const struct arena_mark m = arena_mark(t->arena);
    const int most = x->rows < BLOCK ? x->rows : BLOCK;
    float *z = arena_floats_raw(t->arena, (size_t)most * (size_t)w->rows);

    if (!t->dry)
        forward(y, z);
    arena_rewind(t->arena, m);
    return y;
}
