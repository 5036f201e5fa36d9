PAIR(pair_bias, tape_pair_bias(t, &p, x[0], x[1], x[2], 0.8f))
PAIR(pair_bias_row, tape_pair_bias(t, &p, x[0], x[1], NULL, 0.8f))
PAIR(pair_bias_col, tape_pair_bias(t, &p, x[0], NULL, x[1], 0.8f))
PAIR(pair_zero_self, tape_pair_zero_self(t, &p, x[0]))

static const struct gradient_case pair_bias_cases[] = {
    {"pair_bias", {CROSS_PAIRS, 5, 7}, {1, 2, 2}, .forward = pair_bias},
    {"pair_bias, causal",
     {SELF_PAIRS, 5, 5},
     {1, 2, 2},
     .forward = pair_bias,
     CAUSAL},
    {"pair_bias, rows", {CROSS_PAIRS, 5}, {1, 2}, .forward = pair_bias_row},
    {"pair_bias, columns", {CROSS_PAIRS, 7}, {1, 2}, .forward = pair_bias_col},
    {"pair_zero_self", {CROSS_PAIRS}, {1}, .forward = pair_zero_self},
    {"pair_zero_self, causal",
     {SELF_PAIRS},
     {1},
     .forward = pair_zero_self,
     CAUSAL},
    {0},
};
