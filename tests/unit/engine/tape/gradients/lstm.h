FORWARD(lstm, tape_lstm(t, x[0], x[1], x[2], x[3], &ragged, BACK))
FORWARD(lstm_bare, tape_lstm(t, x[0], x[1], NULL, x[2], &ragged, BACK))

/* The weights have gradients, their input does not. */
static struct outputs fixed_input(struct tape *t, struct node *const *x,
                                  const struct gradient_case *c)
{
    const struct segments one = {1, (int[]){0, RAGGED}};
    struct node *in = tape_constant(t, RAGGED, 2);
    struct node *w = tape_constant(t, 2, 8);

    (void)c;
    for (size_t i = 0; i < node_len(in); i++)
        in->val[i] = 0.4f;
    for (size_t i = 0; i < node_len(w); i++)
        w->val[i] = 0.2f * (float)(i % 5);
    return ONE(tape_lstm(t, in, w, NULL, x[0], &one, false));
}

/* One weight for both directions and two layers. */
static struct outputs lstm_shared(struct tape *t, struct node *const *x,
                                  const struct gradient_case *c)
{
    struct node *y = tape_lstm(t, x[0], x[1], x[2], x[3], &ragged, false);

    (void)c;
    y = tape_lstm(t, y, x[1], x[2], x[3], &ragged, true);
    return ONE(y);
}

static const struct gradient_case lstm_cases[] = {
    {"lstm", {RAGGED, 3, 1, 2}, {3, 8, 8, 8}, .forward = lstm, .scratch = true},
    {"lstm, reversed",
     {RAGGED, 3, 1, 2},
     {3, 8, 8, 8},
     .forward = lstm,
     REVERSED,
     .scratch = true},
    {"lstm, no bias",
     {RAGGED, 2, 3},
     {2, 12, 12},
     .forward = lstm_bare,
     .scratch = true},
    {"lstm, fixed input",
     {2},
     {8},
     .forward = fixed_input,
     .step = 0.4f,
     .scratch = true},
    {"lstm, shared weights",
     {RAGGED, 2, 1, 2},
     {2, 8, 8, 8},
     .forward = lstm_shared,
     .scratch = true},
    {0},
};
