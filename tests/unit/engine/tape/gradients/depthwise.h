FORWARD(depthwise, tape_depthwise(t, x[0], x[1], &seg))
FORWARD(depthwise_inner,
        tape_add(t, tape_depthwise(t, tape_tanh(t, x[0]), x[1], &seg),
                 tape_depthwise(t, x[0], x[1], &seg)))

static const struct gradient_case depthwise_cases[] = {
    {"depthwise", {8, 3}, {3, 3}, .forward = depthwise},
    {"depthwise, even", {8, 4}, {3, 3}, .forward = depthwise},
    {"depthwise, wide", {8, 9}, {2, 2}, .forward = depthwise},
    {"depthwise, twice", {8, 5}, {2, 2}, .forward = depthwise_inner},
    {0},
};
