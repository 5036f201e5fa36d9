static struct outputs cell(struct tape *t, struct node *const *x,
                           const struct gradient_case *c)
{
    const struct lstm_state s =
        tape_lstm_cell(t, x[0], x[1], (struct lstm_state){x[2], x[3]});

    (void)c;
    return (struct outputs){.y = {s.h, s.c}};
}

/* Two steps; of the last one only the state is used. */
static struct outputs cells(struct tape *t, struct node *const *x,
                            const struct gradient_case *c)
{
    struct lstm_state s = {x[2], x[3]};

    (void)c;
    s = tape_lstm_cell(t, x[0], x[1], s);
    s = tape_lstm_cell(t, x[0], x[1], s);
    return ONE(s.h);
}

static const struct gradient_case lstm_cell_cases[] = {
    {"lstm_cell", {3, 2, 3, 3}, {8, 8, 2, 2}, .forward = cell},
    {"lstm_cell, twice", {3, 2, 3, 3}, {8, 8, 2, 2}, .forward = cells},
    {0},
};
