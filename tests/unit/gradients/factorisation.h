/* Of three machines two share their matrices, as they may. */
static const struct factor_machine *machines_of(struct node *const *x)
{
    static struct factor_machine of[FACTORED];

    of[FACTORED_BOTH] = (struct factor_machine){x[2], x[4], x[6]};
    of[FACTORED_DIFFERENCE] = (struct factor_machine){x[3], x[5], x[6]};
    of[FACTORED_PRODUCT] = (struct factor_machine){x[3], x[5], x[7]};
    return of;
}

FORWARD(factorisation, tape_factorisation(t, x[0], x[1], machines_of(x)))
static struct node *of_inner_nodes(struct tape *t, struct node *const *x)
{
    struct node *a = tape_tanh(t, x[0]);
    struct node *b = tape_tanh(t, x[1]);

    return tape_factorisation(t, a, b, machines_of(x));
}
FORWARD(factorisation_inner, of_inner_nodes(t, x))

static const struct gradient_case factorisation_cases[] = {
    {"factorisation",
     {3, 3, 8, 4, 8, 4, 1, 1},
     {4, 4, 2, 2, 1, 1, 1, 1},
     .forward = factorisation,
     .scratch = true},
    {"factorisation, inner nodes, more rows than a block",
     {67, 67, 4, 2, 4, 2, 1, 1},
     {2, 2, 3, 3, 1, 1, 1, 1},
     .forward = factorisation_inner,
     .scratch = true},
    {0},
};
