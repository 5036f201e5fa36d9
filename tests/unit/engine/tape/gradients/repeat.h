FORWARD(repeat, tape_repeat(t, x[0], 12))

static const struct gradient_case repeat_cases[] = {
    {"repeat", {1}, {3}, .forward = repeat},
    {0},
};
