#include "engine/layer/fusion.h"

struct fusion fusion_add(struct params *p, int width, int features,
                         enum init init, const char *name)
{
    struct fusion u;

    params_enter(p, "%s", name);
    u.value = linear_add_as(p, features, width, true, init, "value");
    u.gate = linear_add_as(p, features, width, true, init, "gate");
    params_leave(p);
    return u;
}

struct node *fusion_apply(struct tape *t, const struct params *p,
                          struct fusion u, struct node *x, struct node *f)
{
    struct node *z = tape_sigmoid(t, linear_apply(t, p, u.gate, f));
    struct node *y = tape_tanh(t, linear_apply(t, p, u.value, f));

    return tape_gate(t, z, y, x);
}

const char *const fused_names[] = {
    [FUSED_PAIR] = "pair",
    [FUSED_PRODUCT] = "product",
    [FUSED_DIFFERENCE] = "difference",
    NULL,
};

struct fusion fusion_add_fused(struct params *p, int width, enum fused form,
                               enum init init, const char *name)
{
    static const int widths[] = {
        [FUSED_PAIR] = 2, [FUSED_PRODUCT] = 3, [FUSED_DIFFERENCE] = 4};

    return fusion_add(p, width, widths[form] * width, init, name);
}

struct node *fusion_apply_fused(struct tape *t, const struct params *p,
                                struct fusion u, enum fused form,
                                struct node *x, struct node *y)
{
    struct node *part[4] = {x, y};
    int parts = 2;

    if (form == FUSED_PRODUCT) {
        part[0] = y;
        part[1] = x;
    }
    if (form != FUSED_PAIR)
        part[parts++] = tape_mul(t, x, y);
    if (form == FUSED_DIFFERENCE)
        part[parts++] = tape_subtract(t, x, y);
    return fusion_apply(t, p, u, x, tape_concat_all(t, part, parts));
}
