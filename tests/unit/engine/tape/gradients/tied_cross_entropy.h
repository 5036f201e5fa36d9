FORWARD(tied_cross_entropy,
        tape_tied_cross_entropy(t, x[0], x[1], classes, 0.1f, 0.7f))

static const struct gradient_case tied_cross_entropy_cases[] = {
    {"tied_cross_entropy",
     {4, 5},
     {3, 3},
     .forward = tied_cross_entropy,
     .step = 0.4f,
     .scalar = true},
    {0},
};
