static const int32_t ids[] = {2, 0, 2, 3};

FORWARD(lookup, tape_lookup(t, x[0], ids, 4, 1.5f))
FORWARD(lookup_inner, tape_lookup(t, tape_tanh(t, x[0]), ids, 4, 1.5f))

static const struct gradient_case lookup_cases[] = {
    {"lookup", {5}, {3}, .forward = lookup},
    {"lookup of an inner node", {5}, {3}, .forward = lookup_inner},
    {0},
};
