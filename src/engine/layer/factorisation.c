#include "engine/layer/factorisation.h"

static const char *const names[FACTORED] = {
    [FACTORED_BOTH] = "both",
    [FACTORED_DIFFERENCE] = "difference",
    [FACTORED_PRODUCT] = "product",
};

struct factorisation factorisation_add(struct params *p, int width, int factors)
{
    struct factorisation f;

    for (int i = 0; i < FACTORED; i++) {
        const int in = i == FACTORED_BOTH ? 2 * width : width;

        params_enter(p, "%s", names[i]);
        f.of[i].factors =
            params_add(p, in, factors, INIT_NORMAL, 0.1f, "factors");
        f.of[i].weight = params_add(p, in, 1, INIT_ZERO, 0.0f, "weight");
        f.of[i].bias = params_add(p, 1, 1, INIT_ZERO, 0.0f, "bias");
        params_leave(p);
    }
    return f;
}

struct node *factorisation_apply(struct tape *t, const struct params *p,
                                 const struct factorisation *f, struct node *x,
                                 struct node *y)
{
    struct factor_machine of[FACTORED];

    for (int i = 0; i < FACTORED; i++) {
        of[i].factors = params_node(t, p, f->of[i].factors);
        of[i].weight = params_node(t, p, f->of[i].weight);
        of[i].bias = params_node(t, p, f->of[i].bias);
    }
    return tape_factorisation(t, x, y, of);
}
