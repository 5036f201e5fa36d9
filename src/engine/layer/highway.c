#include "engine/layer/highway.h"

#include <assert.h>

struct highway highway_add(struct params *p, int width, int n, bool relu,
                           enum init init, const char *name)
{
    const enum init plain = init_without_relu(init);
    struct highway h = {.n = n, .relu = relu};

    assert(n <= HIGHWAY_LAYERS);
    for (int i = 0; i < n; i++) {
        params_enter(p, "%s.%d", name, i);
        h.transform[i] = linear_add_as(p, width, width, true,
                                       relu ? init : plain, "transform");
        h.gate[i] = linear_add_as(p, width, width, true, plain, "gate");
        params_leave(p);
    }
    return h;
}

struct node *highway_apply(struct tape *t, const struct params *p,
                           const struct highway *h, struct node *x,
                           float dropout, const struct segments *seg,
                           const int *example)
{
    for (int i = 0; i < h->n; i++) {
        struct node *z = tape_sigmoid(t, linear_apply(t, p, h->gate[i], x));
        struct node *y = h->relu ? linear_relu(t, p, h->transform[i], x)
                                 : linear_apply(t, p, h->transform[i], x);

        y = tape_dropout(t, y, dropout, seg, example);
        x = tape_gate(t, z, y, x);
    }
    return x;
}
