FORWARD(convolution, tape_convolution(t, x[0], x[1], x[2], &seg))
FORWARD(convolution_bare, tape_convolution(t, x[0], x[1], NULL, &seg))
FORWARD(convolution_inner,
        tape_add(t, tape_convolution(t, tape_tanh(t, x[0]), x[1], NULL, &seg),
                 tape_convolution(t, x[0], x[1], NULL, &seg)))

static const struct gradient_case convolution_cases[] = {
    {"convolution", {8, 6, 1}, {2, 3, 3}, .forward = convolution},
    {"convolution, even", {8, 8}, {2, 3}, .forward = convolution_bare},
    {"convolution, wide", {8, 18}, {2, 2}, .forward = convolution_bare},
    {"convolution, twice", {8, 6}, {2, 2}, .forward = convolution_inner},
    {0},
};
