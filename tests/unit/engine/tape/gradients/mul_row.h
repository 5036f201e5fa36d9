FORWARD(mul_row, tape_mul_row(t, x[0], x[1]))
FORWARD(mul_row_inner, tape_mul_row(t, tape_tanh(t, x[0]), x[1]))

static const struct gradient_case mul_row_cases[] = {
    {"mul_row", {4, 1}, {5, 5}, .forward = mul_row},
    {"mul_row, inner node", {4, 1}, {5, 5}, .forward = mul_row_inner},
    {0},
};
