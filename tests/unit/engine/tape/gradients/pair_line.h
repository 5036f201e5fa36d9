PAIR(pair_rows, tape_pair_line(t, &p, x[0], PAIR_ROWS, &line_softmax))
PAIR(pair_cols, tape_pair_line(t, &p, x[0], PAIR_COLS, &line_softmax))
PAIR(pair_rows_center, tape_pair_line(t, &p, x[0], PAIR_ROWS, &line_center))

static const struct gradient_case pair_line_cases[] = {
    {"pair_center, by rows", {CROSS_PAIRS}, {1}, .forward = pair_rows_center},
    {"pair_center, by rows, causal",
     {SELF_PAIRS},
     {1},
     .forward = pair_rows_center,
     CAUSAL},
    {"pair_line, rows", {CROSS_PAIRS}, {1}, .forward = pair_rows},
    {"pair_line, rows, causal",
     {SELF_PAIRS},
     {1},
     .forward = pair_rows,
     CAUSAL},
    {"pair_line, columns",
     {CROSS_PAIRS},
     {1},
     .forward = pair_cols,
     .scratch = true},
    {"pair_line, columns, causal",
     {SELF_PAIRS},
     {1},
     .forward = pair_cols,
     CAUSAL,
     .scratch = true},
    {0},
};
