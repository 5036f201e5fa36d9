PAIR(pair_center, tape_pair_center(t, &p, x[0]))
PAIR(pair_mask, tape_pair_mask(t, &p, x[0]))

static const struct gradient_case pair_weights_cases[] = {
    {"pair_center", {CROSS_PAIRS}, {1}, .forward = pair_center},
    {"pair_center, causal", {SELF_PAIRS}, {1}, .forward = pair_center, CAUSAL},
    {"pair_mask", {CROSS_PAIRS}, {1}, .forward = pair_mask},
    {"pair_mask, causal", {SELF_PAIRS}, {1}, .forward = pair_mask, CAUSAL},
    {0},
};
