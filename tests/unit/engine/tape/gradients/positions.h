static const int firsts[] = {4, 0, 9};

FORWARD(positions, tape_positions(t, x[0], &three, firsts))
FORWARD(add_signals, tape_add_signals(t, x[0], tape_signals(t, 4, 3), &seg))

static const struct gradient_case positions_cases[] = {
    {"positions", {5}, {6}, .forward = positions, .scratch = true},
    {"add_signals", {8}, {3}, .forward = add_signals},
    {0},
};
