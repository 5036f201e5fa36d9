#include "engine/layer/layers.h"

/* As in Tensor2Tensor. */
#define NORM_EPSILON 1e-6f

struct linear linear_add(struct params *p, int in, int out, bool bias,
                         const char *name)
{
    return linear_add_as(p, in, out, bias, INIT_GLOROT, name);
}

struct linear linear_add_as(struct params *p, int in, int out, bool bias,
                            enum init init, const char *name)
{
    const enum init of_bias = init == INIT_FAN_IN ? INIT_FAN_IN : INIT_ZERO;
    struct linear l = {.bias = -1};

    params_enter(p, "%s", name);
    l.weight = params_add(p, in, out, init, (float)in, "weight");
    if (bias)
        l.bias = params_add(p, 1, out, of_bias, (float)in, "bias");
    params_leave(p);
    return l;
}

static struct node *bias_node(struct tape *t, const struct params *p,
                              struct linear l)
{
    return l.bias < 0 ? NULL : params_node(t, p, l.bias);
}

struct node *linear_apply(struct tape *t, const struct params *p,
                          struct linear l, struct node *x)
{
    return tape_linear(t, x, params_node(t, p, l.weight), bias_node(t, p, l));
}

struct node *linear_relu(struct tape *t, const struct params *p,
                         struct linear l, struct node *x)
{
    return tape_linear_relu(t, x, params_node(t, p, l.weight),
                            bias_node(t, p, l));
}

struct mlp mlp_add(struct params *p, int in, int hidden, const char *name)
{
    struct mlp m;

    params_enter(p, "%s", name);
    m.first = linear_add(p, in, hidden, true, "first");
    m.second = linear_add(p, hidden, hidden, true, "second");
    params_leave(p);
    return m;
}

struct node *mlp_apply(struct tape *t, const struct params *p, struct mlp m,
                       struct node *x, float dropout,
                       const struct segments *seg, const int *example)
{
    x = tape_dropout(t, x, dropout, seg, example);
    x = linear_relu(t, p, m.first, x);
    x = tape_dropout(t, x, dropout, seg, example);
    return linear_relu(t, p, m.second, x);
}

struct norm norm_add(struct params *p, int width, const char *name)
{
    struct norm n = {.epsilon = NORM_EPSILON};

    params_enter(p, "%s", name);
    n.gain = params_add(p, 1, width, INIT_ONE, 0.0f, "gain");
    n.bias = params_add(p, 1, width, INIT_ZERO, 0.0f, "bias");
    params_leave(p);
    return n;
}

struct node *norm_apply(struct tape *t, const struct params *p, struct norm n,
                        struct node *x)
{
    return tape_layer_norm(t, x, params_node(t, p, n.gain),
                           params_node(t, p, n.bias), n.epsilon);
}
