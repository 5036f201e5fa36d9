PAIR(pair_dot, tape_pair_dot(t, &p, x[0], x[1], 0.8f))
PAIR(pair_dot_self, tape_pair_dot(t, &p, x[0], x[0], 0.8f))
PAIR(pair_dot_part, tape_pair_dot_part(t, &p, x[0], x[1], 1, 2, 0.8f))
PAIR(pair_l1, tape_pair_l1(t, &p, x[0], x[1], -0.8f))
PAIR(pair_l1_self, tape_pair_l1(t, &p, x[0], x[0], -0.8f))
PAIR(pair_pool, tape_pair_pool(t, &p, tape_pair_mask(t, &p, x[0]), x[1]))
PAIR(pair_pool_t,
     tape_pair_pool_transposed(t, &p, tape_pair_mask(t, &p, x[0]), x[1]))

static const struct gradient_case pairs_cases[] = {
    {"pair_dot", {5, 7}, {6, 6}, .forward = pair_dot},
    {"pair_dot, causal", {5, 5}, {6, 6}, .forward = pair_dot, CAUSAL},
    {"pair_dot, self", {5}, {6}, .forward = pair_dot_self, CAUSAL},
    {"pair_dot_part", {5, 7}, {6, 6}, .forward = pair_dot_part},
    {"pair_dot_part, causal", {5, 5}, {6, 6}, .forward = pair_dot_part, CAUSAL},
    {"pair_l1", {5, 7}, {6, 6}, .forward = pair_l1, .scratch = true},
    {"pair_l1, causal",
     {5, 5},
     {6, 6},
     .forward = pair_l1,
     CAUSAL,
     .scratch = true},
    {"pair_l1, self",
     {5},
     {6},
     .forward = pair_l1_self,
     CAUSAL,
     .scratch = true},
    {"pair_pool", {CROSS_PAIRS, 7}, {1, 4}, .forward = pair_pool},
    {"pair_pool, causal",
     {SELF_PAIRS, 5},
     {1, 4},
     .forward = pair_pool,
     CAUSAL},
    {"pair_pool_transposed", {CROSS_PAIRS, 5}, {1, 4}, .forward = pair_pool_t},
    {"pair_pool_transposed, causal",
     {SELF_PAIRS, 5},
     {1, 4},
     .forward = pair_pool_t,
     CAUSAL},
    {0},
};
