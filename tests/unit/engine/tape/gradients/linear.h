FORWARD(linear, tape_linear(t, x[0], x[1], x[2]))
FORWARD(linear_bare, tape_linear(t, x[0], x[1], NULL))
FORWARD(linear_relu, tape_linear_relu(t, x[0], x[1], x[2]))
FORWARD(linear_relu_bare, tape_linear_relu(t, x[0], x[1], NULL))
FORWARD(linear_transposed, tape_linear_transposed(t, x[0], x[1]))

static const struct gradient_case linear_cases[] = {
    {"linear", {3, 4, 1}, {4, 5, 5}, .forward = linear},
    {"linear, no bias", {3, 4}, {4, 5}, .forward = linear_bare},
    {"linear_relu",
     {3, 4, 1},
     {4, 5, 5},
     .forward = linear_relu,
     .step = 0.06f},
    {"linear_relu, no bias",
     {3, 4},
     {4, 5},
     .forward = linear_relu_bare,
     .step = 0.06f},
    {"linear_transposed", {3, 5}, {4, 4}, .forward = linear_transposed},
    {0},
};
