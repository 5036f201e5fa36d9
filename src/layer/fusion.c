#include "layer/fusion.h"

#include <stdio.h>

struct fusion fusion_add(struct params *p, int width, int features,
                         enum init init, const char *name)
{
    char part[64];
    struct fusion u;

    snprintf(part, sizeof(part), "%s.value", name);
    u.value = linear_add_as(p, features, width, true, init, part);
    snprintf(part, sizeof(part), "%s.gate", name);
    u.gate = linear_add_as(p, features, width, true, init, part);
    return u;
}

struct node *fusion_apply(struct tape *t, const struct params *p,
                          struct fusion u, struct node *x, struct node *f)
{
    struct node *z = tape_sigmoid(t, linear_apply(t, p, u.gate, f));
    struct node *y = tape_tanh(t, linear_apply(t, p, u.value, f));

    return tape_gate(t, z, y, x);
}
