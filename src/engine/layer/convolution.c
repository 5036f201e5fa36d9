#include "engine/layer/convolution.h"

#include <math.h>

struct convolution convolution_add(struct params *p, int in, int out,
                                   int window, enum init init, const char *name)
{
    struct convolution c = {
        linear_add_as(p, window * in, out, true, init, name)};

    if (init == INIT_GLOROT) {
        p->param[c.of.weight].init = INIT_UNIFORM;
        p->param[c.of.weight].scale =
            sqrtf(6.0f / (float)(window * (in + out)));
    }
    return c;
}

struct node *convolution_apply(struct tape *t, const struct params *p,
                               struct convolution c, struct node *x,
                               const struct segments *seg)
{
    return tape_convolution(t, x, params_node(t, p, c.of.weight),
                            params_node(t, p, c.of.bias), seg);
}

struct separable separable_add(struct params *p, int width, int window,
                               enum init depth, float scale, enum init point,
                               const char *name)
{
    struct separable c;

    params_enter(p, "%s", name);
    c.depth = params_add(p, window, width, depth, scale, "depth");
    c.point = linear_add_as(p, width, width, true, point, "point");
    params_leave(p);
    return c;
}

struct node *separable_apply(struct tape *t, const struct params *p,
                             struct separable c, struct node *x,
                             const struct segments *seg)
{
    x = tape_depthwise(t, x, params_node(t, p, c.depth), seg);
    return linear_relu(t, p, c.point, x);
}
