FORWARD(add, tape_add(t, x[0], x[1]))
FORWARD(add_self, tape_add(t, x[0], x[0]))
FORWARD(mul, tape_mul(t, x[0], x[1]))
FORWARD(mul_self, tape_mul(t, x[0], x[0]))
FORWARD(affine, tape_affine(t, x[0], -1.7f, 0.3f))
FORWARD(subtract, tape_subtract(t, x[0], x[1]))
FORWARD(subtract_self, tape_subtract(t, tape_tanh(t, x[0]), x[0]))
FORWARD(subtract_inner, tape_subtract(t, x[0], tape_tanh(t, x[1])))

static const struct gradient_case elementwise_cases[] = {
    {"add", {3, 3}, {4, 4}, .forward = add},
    {"add, twice the same", {3}, {4}, .forward = add_self},
    {"mul", {3, 3}, {4, 4}, .forward = mul},
    {"mul, twice the same", {3}, {4}, .forward = mul_self},
    {"affine", {3}, {4}, .forward = affine},
    {"subtract", {3, 3}, {4, 4}, .forward = subtract},
    {"subtract, twice the same", {3}, {4}, .forward = subtract_self},
    {"subtract, inner node", {3, 3}, {4, 4}, .forward = subtract_inner},
    {0},
};
