/*
 * Elementwise functions of one number.  The gradient of x replaces dY, whose
 * memory becomes dX.
 */
#include <math.h>

#include "engine/kernel/vector.h"
#include "engine/tape/ops.h"

static void relu_backward(struct tape *t, const struct node *y)
{
    (void)t;
    vector_relu_back(node_len(y), y->val, y->grad);
    node_pass_back(y, y->in[0]);
}

static const struct op relu = {
    .name = "relu",
    .backward = relu_backward,
    .begins = true,
};

struct node *tape_relu(struct tape *t, struct node *x)
{
    struct node *y = tape_node(t, &relu, x->rows, x->cols, &x, 1);

    if (!t->dry)
        vector_relu(node_len(y), x->val, y->val);
    return y;
}

/* tanh' = 1 - tanh^2 */
static void tanh_backward(struct tape *t, const struct node *y)
{
    const float *restrict v = y->val;
    float *restrict dy = y->grad;

    (void)t;
    for (size_t i = 0, n = node_len(y); i < n; i++)
        dy[i] *= 1.0f - v[i] * v[i];
    node_pass_back(y, y->in[0]);
}

static const struct op tanh_op = {
    .name = "tanh",
    .backward = tanh_backward,
    .begins = true,
};

struct node *tape_tanh(struct tape *t, struct node *x)
{
    struct node *y = tape_node(t, &tanh_op, x->rows, x->cols, &x, 1);

    if (!t->dry)
        vector_tanh(node_len(y), x->val, y->val);
    return y;
}

/* s' = s (1 - s) */
static void sigmoid_backward(struct tape *t, const struct node *y)
{
    const float *restrict v = y->val;
    float *restrict dy = y->grad;

    (void)t;
    for (size_t i = 0, n = node_len(y); i < n; i++)
        dy[i] = dy[i] * v[i] * (1.0f - v[i]);
    node_pass_back(y, y->in[0]);
}

static const struct op sigmoid = {
    .name = "sigmoid",
    .backward = sigmoid_backward,
    .begins = true,
};

struct node *tape_sigmoid(struct tape *t, struct node *x)
{
    struct node *y = tape_node(t, &sigmoid, x->rows, x->cols, &x, 1);

    if (!t->dry)
        vector_sigmoid(node_len(y), x->val, y->val);
    return y;
}

/* atan' = 1 / (1 + x^2) */
static void atan_backward(struct tape *t, const struct node *y)
{
    const float *restrict x = y->in[0]->val;
    float *restrict dy = y->grad;

    (void)t;
    for (size_t i = 0, n = node_len(y); i < n; i++)
        dy[i] /= 1.0f + x[i] * x[i];
    node_pass_back(y, y->in[0]);
}

static const struct op atan_op = {
    .name = "atan",
    .backward = atan_backward,
    .begins = true,
};

struct node *tape_atan(struct tape *t, struct node *x)
{
    struct node *y = tape_node(t, &atan_op, x->rows, x->cols, &x, 1);

    if (!t->dry)
        vector_atan(node_len(y), x->val, y->val);
    return y;
}

/* The derivative is 1 above 0, else the value itself. */
static void elu_plus_backward(struct tape *t, const struct node *y)
{
    const float *restrict v = y->val;
    float *restrict dy = y->grad;

    (void)t;
    for (size_t i = 0, n = node_len(y); i < n; i++)
        dy[i] *= v[i] > 1.0f ? 1.0f : v[i];
    node_pass_back(y, y->in[0]);
}

static const struct op elu_plus = {
    .name = "elu_plus",
    .backward = elu_plus_backward,
    .begins = true,
};

struct node *tape_elu_plus(struct tape *t, struct node *x)
{
    struct node *y = tape_node(t, &elu_plus, x->rows, x->cols, &x, 1);

    if (!t->dry)
        vector_elu_plus(node_len(y), x->val, y->val);
    return y;
}

/* d x (1 + x^2)^-1/2 = (1 + x^2)^-3/2 */
static void algebraic_backward(struct tape *t, const struct node *y)
{
    const float *restrict x = y->in[0]->val;
    float *restrict dy = y->grad;

    (void)t;
    for (size_t i = 0, n = node_len(y); i < n; i++) {
        float r = 1.0f / sqrtf(1.0f + x[i] * x[i]);

        dy[i] = dy[i] * r * r * r;
    }
    node_pass_back(y, y->in[0]);
}

static const struct op algebraic = {
    .name = "algebraic",
    .backward = algebraic_backward,
    .begins = true,
};

struct node *tape_algebraic(struct tape *t, struct node *x)
{
    struct node *y = tape_node(t, &algebraic, x->rows, x->cols, &x, 1);

    for (size_t i = 0, n = t->dry ? 0 : node_len(y); i < n; i++)
        y->val[i] = x->val[i] / sqrtf(1.0f + x->val[i] * x->val[i]);
    return y;
}
