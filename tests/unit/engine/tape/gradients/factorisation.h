/* Three machines, each with its own matrices. */
static const struct factor_machine *machines_of(struct node *const *x)
{
    static struct factor_machine of[FACTORED];

    for (int m = 0; m < FACTORED; m++)
        of[m] = (struct factor_machine){x[2 + m], x[5 + m], x[8 + m]};
    return of;
}

/* Two of the three machines share their matrices, as is allowed, and x is y. */
static const struct factor_machine *shared_machines(struct node *const *x)
{
    static struct factor_machine of[FACTORED];

    of[FACTORED_BOTH] = (struct factor_machine){x[1], x[3], x[5]};
    of[FACTORED_DIFFERENCE] = (struct factor_machine){x[2], x[4], x[5]};
    of[FACTORED_PRODUCT] = (struct factor_machine){x[2], x[4], x[5]};
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

FORWARD(factorisation_of_one,
        tape_factorisation(t, x[0], x[0], shared_machines(x)))

static const struct gradient_case factorisation_cases[] = {
    {"factorisation",
     {3, 3, 8, 4, 4, 8, 4, 4, 1, 1, 1},
     {4, 4, 2, 2, 2, 1, 1, 1, 1, 1, 1},
     .forward = factorisation,
     .scratch = true},
    {"factorisation, inner nodes, more rows than a block",
     {67, 67, 4, 2, 2, 4, 2, 2, 1, 1, 1},
     {2, 2, 3, 3, 3, 1, 1, 1, 1, 1, 1},
     .forward = factorisation_inner,
     .scratch = true},
    {"factorisation of one node, by machines that are one",
     {3, 8, 4, 8, 4, 1},
     {4, 2, 2, 1, 1, 1},
     .forward = factorisation_of_one,
     .scratch = true},
    {0},
};
