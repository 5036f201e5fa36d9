/*
 * Products with a matrix of parameters, fused with bias and ReLU.
 */

#include "engine/kernel/gemm.h"
#include "engine/kernel/team.h"
#include "engine/kernel/vector.h"
#include "engine/tape/bias.h"
#include "engine/tape/linear.h"
#include "engine/tape/ops.h"

/* Add the bias to rows [from, to) of y. */
static void bias_rows(const void *of, size_t from, size_t to,
                      struct arena *scratch)
{
    const struct node *y = of;
    const size_t n = (size_t)y->cols;

    (void)scratch;
    for (size_t i = from; i < to; i++)
        vector_add(n, y->in[2]->val, y->val + i * n);
}

static void relu_rows(const void *of, size_t from, size_t to,
                      struct arena *scratch)
{
    const struct node *y = of, *b = y->in[2];
    const size_t n = (size_t)y->cols;

    (void)scratch;
    for (size_t i = from; i < to; i++) {
        if (b)
            vector_add(n, b->val, y->val + i * n);
        vector_relu(n, y->val + i * n, y->val + i * n);
    }
}

static void each_row(const struct node *y, team_piece *piece)
{
    team_run(&(struct team_work){.n = (size_t)y->rows,
                                 .total = TEAM_ELEMENT * (double)node_len(y),
                                 .piece = piece,
                                 .of = y});
}

/* Column sums of dY are added to db, in the order of the rows. */
static void bias_columns(const void *of, size_t from, size_t to,
                         struct arena *scratch)
{
    const struct node *y = of;
    const size_t n = (size_t)y->cols;

    (void)scratch;
    for (size_t i = 0; i < (size_t)y->rows; i++)
        vector_add(to - from, y->grad + i * n + from, y->in[2]->grad + from);
}

static void relu_columns(const void *of, size_t from, size_t to,
                         struct arena *scratch)
{
    const struct node *y = of;
    const size_t n = (size_t)y->cols;
    float *db = y->in[2] ? y->in[2]->grad : NULL;

    (void)scratch;
    for (size_t i = 0; i < (size_t)y->rows; i++) {
        const size_t at = i * n + from;

        vector_relu_back(to - from, y->val + at, y->grad + at);
        if (db) /* while dY is in the cache */
            vector_add(to - from, y->grad + at, db + from);
    }
}

static void each_column(const struct node *y, team_piece *piece)
{
    team_run(&(struct team_work){.n = (size_t)y->cols,
                                 .step = TEAM_COLUMNS,
                                 .total = TEAM_ELEMENT * (double)node_len(y),
                                 .piece = piece,
                                 .of = y});
}

/* dX = dY op(W), stored or added. */
static void input_backward(const struct node *y, struct node *x,
                           const struct node *w, char tw)
{
    if (!x->grad)
        return;
    float beta = node_begin(x) ? 0.0f : 1.0f;

    gemm(y->products, 'n', tw, x->rows, x->cols, y->cols, 1.0f, y->grad,
         y->cols, w->val, w->cols, beta, x->grad, x->cols);
}

static void product_backward(const struct node *y)
{
    struct node *x = y->in[0], *w = y->in[1];

    input_backward(y, x, w, 't');
    if (w->grad) {
        float beta = node_begin(w) ? 0.0f : 1.0f;

        gemm(y->products, 't', 'n', w->rows, w->cols, x->rows, 1.0f, x->val,
             x->cols, y->grad, y->cols, beta, w->grad, w->cols);
    }
}

void bias_forward(const struct node *y)
{
    if (y->in[2])
        each_row(y, bias_rows);
}

void bias_backward(const struct node *y)
{
    if (node_begin_zeroed(y->in[2]))
        each_column(y, bias_columns);
}

static void linear_backward(struct tape *t, const struct node *y)
{
    (void)t;
    bias_backward(y);
    product_backward(y);
}

static const struct op linear = {
    .name = "linear",
    .backward = linear_backward,
    .begins = true,
};

static void linear_relu_backward(struct tape *t, const struct node *y)
{
    (void)t;
    node_begin_zeroed(y->in[2]);
    each_column(y, relu_columns);
    product_backward(y);
}

static const struct op linear_with_relu = {
    .name = "linear_relu",
    .backward = linear_relu_backward,
    .begins = true,
};

static struct node *product(struct tape *t, const struct op *op, struct node *x,
                            struct node *w, struct node *b)
{
    struct node *y =
        tape_node(t, op, x->rows, w->cols, (struct node *[]){x, w, b}, 3);

    if (!t->dry)
        gemm(y->products, 'n', 'n', x->rows, w->cols, x->cols, 1.0f, x->val,
             x->cols, w->val, w->cols, 0.0f, y->val, y->cols);
    return y;
}

struct node *tape_linear(struct tape *t, struct node *x, struct node *w,
                         struct node *b)
{
    struct node *y = product(t, &linear, x, w, b);

    if (!t->dry)
        bias_forward(y);
    return y;
}

struct node *linear_open(struct tape *t, struct node *x, struct node *w,
                         struct node *b)
{
    return tape_node(t, &linear, x->rows, w->cols, (struct node *[]){x, w, b},
                     3);
}

void linear_fill(const struct node *y, int from, int to)
{
    const struct node *x = y->in[0], *w = y->in[1];
    const size_t first = (size_t)from;

    gemm(y->products, 'n', 'n', to - from, w->cols, x->cols, 1.0f,
         x->val + first * (size_t)x->cols, x->cols, w->val, w->cols, 0.0f,
         y->val + first * (size_t)y->cols, y->cols);
    if (y->in[2])
        bias_rows(y, first, (size_t)to, NULL);
}

struct node *tape_linear_relu(struct tape *t, struct node *x, struct node *w,
                              struct node *b)
{
    struct node *y = product(t, &linear_with_relu, x, w, b);

    if (!t->dry)
        each_row(y, relu_rows);
    return y;
}

static void transposed_backward(struct tape *t, const struct node *y)
{
    struct node *x = y->in[0], *w = y->in[1];

    (void)t;
    input_backward(y, x, w, 'n');
    if (w->grad) {
        float beta = node_begin(w) ? 0.0f : 1.0f;

        gemm(y->products, 't', 'n', w->rows, w->cols, x->rows, 1.0f, y->grad,
             y->cols, x->val, x->cols, beta, w->grad, w->cols);
    }
}

static const struct op linear_transposed = {
    .name = "linear_transposed",
    .backward = transposed_backward,
    .begins = true,
};

struct node *tape_linear_transposed(struct tape *t, struct node *x,
                                    struct node *w)
{
    struct node *y = tape_node(t, &linear_transposed, x->rows, w->rows,
                               (struct node *[]){x, w}, 2);

    if (!t->dry)
        gemm(y->products, 'n', 't', x->rows, w->rows, x->cols, 1.0f, x->val,
             x->cols, w->val, w->cols, 0.0f, y->val, y->cols);
    return y;
}
