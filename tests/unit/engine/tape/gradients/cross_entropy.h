FORWARD(cross_entropy, tape_cross_entropy(t, x[0], classes, 0.0f, 0.7f))
FORWARD(cross_entropy_smooth, tape_cross_entropy(t, x[0], classes, 0.2f, 0.7f))

static const struct gradient_case cross_entropy_cases[] = {
    {"cross_entropy",
     {4},
     {5},
     .forward = cross_entropy,
     .step = 0.5f,
     .scalar = true},
    {"cross_entropy, smoothed",
     {4},
     {5},
     .forward = cross_entropy_smooth,
     .step = 0.5f,
     .scalar = true},
    {0},
};
