FORWARD(maxout, tape_maxout(t, x[0], 3))
FORWARD(maxout_inner, tape_maxout(t, tape_tanh(t, x[0]), 3))
FORWARD(segment_maxout, tape_segment_maxout(t, x[0], x[1], &seg, 3))
FORWARD(segment_maxout_twice,
        tape_add(t, tape_segment_maxout(t, x[0], x[1], &seg, 3),
                 tape_segment_maxout(t, x[0], x[2], &seg, 3)))

static const struct gradient_case maxout_cases[] = {
    {"maxout", {3}, {6}, .forward = maxout, .step = 0.06f},
    {"maxout, inner node", {3}, {6}, .forward = maxout_inner, .step = 0.06f},
    {"segment_maxout",
     {8, 4},
     {6, 6},
     .forward = segment_maxout,
     .step = 0.06f},
    {"segment_maxout, two of one",
     {8, 4, 4},
     {6, 6, 6},
     .forward = segment_maxout_twice,
     .step = 0.06f},
    {0},
};
