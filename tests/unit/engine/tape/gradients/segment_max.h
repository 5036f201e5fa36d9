FORWARD(segment_max, tape_segment_max(t, x[0], &seg))

static const struct gradient_case segment_max_cases[] = {
    {"segment_max", {8}, {3}, .forward = segment_max, .step = 0.06f},
    {0},
};
