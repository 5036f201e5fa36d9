PAIR(pair_row_max, tape_pair_row_max(t, &p, x[0]))
PAIR(pair_row_max_inner, tape_pair_row_max(t, &p, tape_tanh(t, x[0])))

static const struct gradient_case pair_max_cases[] = {
    {"pair_row_max",
     {CROSS_PAIRS},
     {1},
     .forward = pair_row_max,
     .step = 0.06f},
    {"pair_row_max, causal",
     {SELF_PAIRS},
     {1},
     .forward = pair_row_max,
     .step = 0.06f,
     CAUSAL},
    {"pair_row_max, inner node",
     {CROSS_PAIRS},
     {1},
     .forward = pair_row_max_inner,
     .step = 0.06f},
    {0},
};
