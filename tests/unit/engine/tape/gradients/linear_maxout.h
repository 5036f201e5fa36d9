FORWARD(linear_maxout, tape_linear_maxout(t, x[0], x[1], x[2], 3))
FORWARD(linear_maxout_bare,
        tape_linear_maxout(t, tape_tanh(t, x[0]), x[1], NULL, 2))

static const struct gradient_case linear_maxout_cases[] = {
    {"linear_maxout",
     {3, 6, 1},
     {4, 4, 6},
     .forward = linear_maxout,
     .step = 0.06f},
    {"linear_maxout, no bias",
     {3, 6},
     {4, 4},
     .forward = linear_maxout_bare,
     .step = 0.06f},
    {0},
};
