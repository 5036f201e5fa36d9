FORWARD(concat, tape_concat(t, x[0], x[1]))
FORWARD(concat_self, tape_concat(t, x[0], x[0]))
FORWARD(concat_all, tape_concat_all(t, x, 3))
FORWARD(columns, tape_columns(t, x[0], 1, 2))
FORWARD(columns_all, tape_columns(t, x[0], 0, 4))
/* Some columns are used twice, one never. */
static struct node *product_of_columns(struct tape *t, struct node *x)
{
    struct node *first = tape_columns(t, x, 0, 2);
    struct node *second = tape_columns(t, x, 1, 2);

    return tape_mul(t, first, second);
}
FORWARD(columns_shared, product_of_columns(t, x[0]))

static const struct gradient_case concat_cases[] = {
    {"concat", {3, 3}, {2, 4}, .forward = concat},
    {"concat, twice the same", {3}, {2}, .forward = concat_self},
    {"concat_all", {3, 3, 3}, {2, 1, 4}, .forward = concat_all},
    {"columns", {3}, {4}, .forward = columns},
    {"columns, all of them", {3}, {4}, .forward = columns_all},
    {"columns, shared", {3}, {4}, .forward = columns_shared},
    {0},
};
