/*
 * Multiply every row by one row of factors.
 */
#include <assert.h>

#include "engine/kernel/team.h"
#include "engine/kernel/vector.h"
#include "engine/tape/ops.h"

struct mul_row {
    const struct node *y;
    bool first; /* dX is stored */
};

static void dx_rows(const void *of, size_t from, size_t to,
                    struct arena *scratch)
{
    const struct mul_row *k = of;
    const struct node *y = k->y, *x = y->in[0], *w = y->in[1];
    const size_t d = (size_t)y->cols;

    (void)scratch;
    for (size_t i = from; i < to; i++)
        (k->first ? vector_mul : vector_muladd)(d, y->grad + i * d, w->val,
                                                x->grad + i * d);
}

/* Sums over the rows, in order. */
static void dw_columns(const void *of, size_t from, size_t to,
                       struct arena *scratch)
{
    const struct mul_row *k = of;
    const struct node *y = k->y, *x = y->in[0], *w = y->in[1];
    const size_t d = (size_t)y->cols;

    (void)scratch;
    for (size_t i = 0; i < (size_t)y->rows; i++)
        vector_muladd(to - from, y->grad + i * d + from, x->val + i * d + from,
                      w->grad + from);
}

static void run(const struct mul_row *k, size_t n, size_t step,
                team_piece *piece)
{
    team_run(&(struct team_work){.n = n,
                                 .step = step,
                                 .total = TEAM_ELEMENT * (double)node_len(k->y),
                                 .piece = piece,
                                 .of = k});
}

static void mul_row_backward(struct tape *t, const struct node *y)
{
    struct node *x = y->in[0];
    const struct mul_row k = {y, x->grad && node_begin(x)};

    (void)t;
    if (x->grad)
        run(&k, (size_t)y->rows, 1, dx_rows);
    if (node_begin_zeroed(y->in[1]))
        run(&k, (size_t)y->cols, TEAM_COLUMNS, dw_columns);
}

static const struct op mul_row = {
    .name = "mul_row",
    .backward = mul_row_backward,
    .begins = true,
};

static void forward_rows(const void *of, size_t from, size_t to,
                         struct arena *scratch)
{
    const struct mul_row *k = of;
    const struct node *y = k->y;
    const size_t d = (size_t)y->cols;

    (void)scratch;
    for (size_t i = from; i < to; i++)
        vector_mul(d, y->in[0]->val + i * d, y->in[1]->val, y->val + i * d);
}

struct node *tape_mul_row(struct tape *t, struct node *x, struct node *w)
{
    struct node *y =
        tape_node(t, &mul_row, x->rows, x->cols, (struct node *[]){x, w}, 2);

    assert(w->rows == 1 && w->cols == x->cols);
    if (!t->dry)
        run(&(struct mul_row){.y = y}, (size_t)y->rows, 1, forward_rows);
    return y;
}
