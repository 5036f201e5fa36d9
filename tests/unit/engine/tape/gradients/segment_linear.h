FORWARD(segment_linear, tape_segment_linear(t, x[0], x[1], x[2], x[3], &seg))
FORWARD(segment_linear_inner,
        tape_segment_linear(t, tape_tanh(t, x[0]), tape_tanh(t, x[1]), x[2],
                            NULL, &seg))

static const struct gradient_case segment_linear_cases[] = {
    {"segment_linear", {8, 4, 9, 1}, {3, 3, 5, 5}, .forward = segment_linear},
    {"segment_linear, inner nodes",
     {8, 4, 9},
     {3, 3, 5},
     .forward = segment_linear_inner},
    {0},
};
