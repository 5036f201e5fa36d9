/*
 * Products with a matrix of parameters, with bias and ReLU fused in.
 */

#include "kernel/gemm.h"
#include "kernel/vector.h"
#include "tape/ops.h"

static void add_bias(const struct node *y, const float *b)
{
    for (int i = 0; i < y->rows; i++)
        vector_add((size_t)y->cols, b, y->val + (size_t)i * y->cols);
}

/* Column sums of dY are added to db. */
static void bias_backward(const struct node *y, float *db)
{
    for (int i = 0; i < y->rows; i++)
        vector_add((size_t)y->cols, y->grad + (size_t)i * y->cols, db);
}

/* dX = dY op(W), stored or added. */
static void input_backward(const struct node *y, struct node *x,
                           const struct node *w, char tw)
{
    if (!x->grad)
        return;
    float beta = node_begin(x) ? 0.0f : 1.0f;

    gemm('n', tw, x->rows, x->cols, y->cols, 1.0f, y->grad, y->cols, w->val,
         w->cols, beta, x->grad, x->cols);
}

static void product_backward(const struct node *y)
{
    struct node *x = y->in[0], *w = y->in[1];

    input_backward(y, x, w, 't');
    if (w->grad) {
        float beta = node_begin(w) ? 0.0f : 1.0f;

        gemm('t', 'n', w->rows, w->cols, x->rows, 1.0f, x->val, x->cols,
             y->grad, y->cols, beta, w->grad, w->cols);
    }
}

static void linear_backward(struct tape *t, const struct node *y)
{
    float *db = node_begin_zeroed(y->in[2]);

    (void)t;
    if (db)
        bias_backward(y, db);
    product_backward(y);
}

static const struct op linear = {
    .name = "linear",
    .backward = linear_backward,
    .begins = true,
};

static void linear_relu_backward(struct tape *t, const struct node *y)
{
    float *db = node_begin_zeroed(y->in[2]);

    (void)t;
    for (int i = 0; i < y->rows; i++) {
        const size_t n = (size_t)y->cols, at = (size_t)i * n;

        vector_relu_back(n, y->val + at, y->grad + at);
        if (db) /* while it is at hand */
            vector_add(n, y->grad + at, db);
    }
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

    gemm('n', 'n', x->rows, w->cols, x->cols, 1.0f, x->val, x->cols, w->val,
         w->cols, 0.0f, y->val, y->cols);
    return y;
}

struct node *tape_linear(struct tape *t, struct node *x, struct node *w,
                         struct node *b)
{
    struct node *y = product(t, &linear, x, w, b);

    if (b)
        add_bias(y, b->val);
    return y;
}

struct node *tape_linear_relu(struct tape *t, struct node *x, struct node *w,
                              struct node *b)
{
    struct node *y = product(t, &linear_with_relu, x, w, b);

    for (int i = 0; i < y->rows; i++) {
        const size_t n = (size_t)y->cols;
        float *row = y->val + (size_t)i * n;

        if (b)
            vector_add(n, b->val, row);
        vector_relu(n, row, row);
    }
    return y;
}

static void transposed_backward(struct tape *t, const struct node *y)
{
    struct node *x = y->in[0], *w = y->in[1];

    (void)t;
    input_backward(y, x, w, 'n');
    if (w->grad) {
        float beta = node_begin(w) ? 0.0f : 1.0f;

        gemm('t', 'n', w->rows, w->cols, x->rows, 1.0f, y->grad, y->cols,
             x->val, x->cols, beta, w->grad, w->cols);
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

    gemm('n', 't', x->rows, w->rows, x->cols, 1.0f, x->val, x->cols, w->val,
         w->cols, 0.0f, y->val, y->cols);
    return y;
}
