/*
 * Elementwise sums, products and affine maps.
 */
#include <assert.h>

#include "engine/kernel/team_vector.h"
#include "engine/kernel/vector.h"
#include "engine/tape/ops.h"

static void add_backward(struct tape *t, const struct node *y)
{
    (void)t;
    node_add_grad(y->in[0], y->grad);
    node_pass_back(y, y->in[1]);
}

static const struct op add = {
    .name = "add",
    .backward = add_backward,
    .begins = true,
};

struct node *tape_add(struct tape *t, struct node *a, struct node *b)
{
    struct node *y =
        tape_node(t, &add, a->rows, a->cols, (struct node *[]){a, b}, 2);

    assert(a->rows == b->rows && a->cols == b->cols);
    if (!t->dry)
        team_sum(node_len(y), a->val, b->val, y->val);
    return y;
}

static void subtract_backward(struct tape *t, const struct node *y)
{
    struct node *b = y->in[1];

    (void)t;
    if (b->grad && node_begin(b))
        team_scale(node_len(y), -1.0f, y->grad, b->grad);
    else if (b->grad)
        team_axpy(node_len(y), -1.0f, y->grad, b->grad);
    node_pass_back(y, y->in[0]);
}

static const struct op subtract = {
    .name = "subtract",
    .backward = subtract_backward,
    .begins = true,
};

struct node *tape_subtract(struct tape *t, struct node *a, struct node *b)
{
    struct node *y =
        tape_node(t, &subtract, a->rows, a->cols, (struct node *[]){a, b}, 2);

    assert(a->rows == b->rows && a->cols == b->cols);
    if (!t->dry)
        team_minus(node_len(y), a->val, b->val, y->val);
    return y;
}

/* dX (+)= dY z */
static void factor_backward(const struct node *y, struct node *x,
                            const struct node *z)
{
    if (x->grad && node_begin(x))
        team_mul(node_len(y), y->grad, z->val, x->grad);
    else if (x->grad)
        team_muladd(node_len(y), y->grad, z->val, x->grad);
}

static void mul_backward(struct tape *t, const struct node *y)
{
    (void)t;
    factor_backward(y, y->in[0], y->in[1]);
    factor_backward(y, y->in[1], y->in[0]);
}

static const struct op mul = {
    .name = "mul",
    .backward = mul_backward,
    .begins = true,
};

struct node *tape_mul(struct tape *t, struct node *a, struct node *b)
{
    struct node *y =
        tape_node(t, &mul, a->rows, a->cols, (struct node *[]){a, b}, 2);

    assert(a->rows == b->rows && a->cols == b->cols);
    if (!t->dry)
        team_mul(node_len(y), a->val, b->val, y->val);
    return y;
}

static void affine_backward(struct tape *t, const struct node *y)
{
    const float *scale = y->args;

    (void)t;
    vector_axpy(node_len(y), *scale, y->grad, y->in[0]->grad);
}

static const struct op affine = {.name = "affine", .backward = affine_backward};

struct node *tape_affine(struct tape *t, struct node *x, float scale,
                         float shift)
{
    struct node *y = tape_node(t, &affine, x->rows, x->cols, &x, 1);
    float *args = arena_alloc(t->arena, sizeof(*args));

    *args = scale;
    y->args = args;
    for (size_t i = 0, n = t->dry ? 0 : node_len(y); i < n; i++)
        y->val[i] = scale * x->val[i] + shift;
    return y;
}
