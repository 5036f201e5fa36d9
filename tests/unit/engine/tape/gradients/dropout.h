FORWARD(dropout, tape_dropout(t, x[0], 0.4f, &three, examples))
FORWARD(residual, tape_residual(t, x[0], x[1], 0.4f, &three, examples))
FORWARD(residual_self, tape_residual(t, x[0], x[0], 0.4f, &three, examples))
PAIR(pair_dropout, tape_pair_dropout(t, &p, x[0], 0.4f, examples))
FORWARD(dropout_columns, tape_dropout_columns(t, x[0], 0.4f, &ragged, examples))

static const struct gradient_case dropout_cases[] = {
    {"dropout", {5}, {6}, .forward = dropout},
    {"residual", {5, 5}, {6, 6}, .forward = residual},
    {"residual, twice the same", {5}, {6}, .forward = residual_self},
    {"pair_dropout", {CROSS_PAIRS}, {1}, .forward = pair_dropout},
    {"dropout_columns", {RAGGED}, {4}, .forward = dropout_columns},
    {0},
};
