FORWARD(concat, tape_concat(t, x[0], x[1]))
FORWARD(concat_self, tape_concat(t, x[0], x[0]))
FORWARD(concat_all, tape_concat_all(t, x, 3))

static const struct gradient_case concat_cases[] = {
    {"concat", {3, 3}, {2, 4}, .forward = concat},
    {"concat, twice the same", {3}, {2}, .forward = concat_self},
    {"concat_all", {3, 3, 3}, {2, 1, 4}, .forward = concat_all},
    {0},
};
