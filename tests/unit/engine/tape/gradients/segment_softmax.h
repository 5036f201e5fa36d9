/* For two columns of each segment. */
static const int32_t rows[] = {2, 0, -1, -1, 0, 0, -1, 3};
static const float shares[] = {1.5f, 0.5f, 1.0f, 1.0f, 1.0f, 1.0f, 2.0f, -0.8f};

FORWARD(segment_pool, tape_segment_pool(t, x[0], x[1], &seg))
FORWARD(segment_pool_inner,
        tape_segment_pool(t, tape_tanh(t, x[0]), tape_tanh(t, x[1]), &seg))
FORWARD(segment_softmax, tape_segment_softmax(t, x[0], &seg))
FORWARD(segment_cross_entropy,
        tape_segment_cross_entropy(t, x[0], &seg, rows, NULL, 0.7f))
FORWARD(segment_cross_entropy_shares,
        tape_segment_cross_entropy(t, x[0], &seg, rows, shares, 0.7f))

static const struct gradient_case segment_softmax_cases[] = {
    {"segment_pool", {8, 8}, {3, 1}, .forward = segment_pool},
    {"segment_pool, inner nodes",
     {8, 8},
     {3, 1},
     .forward = segment_pool_inner},
    {"segment_softmax", {8}, {2}, .forward = segment_softmax},
    {"segment_softmax, one column", {8}, {1}, .forward = segment_softmax},
    {"segment_cross_entropy",
     {8},
     {2},
     .forward = segment_cross_entropy,
     .step = 0.5f,
     .scalar = true},
    {"segment_cross_entropy, shares",
     {8},
     {2},
     .forward = segment_cross_entropy_shares,
     .step = 0.5f,
     .scalar = true},
    {0},
};
