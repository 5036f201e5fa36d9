FORWARD(segment_sum, tape_segment_sum(t, x[0], &three))
FORWARD(segment_mean, tape_segment_mean(t, x[0], &three))

static struct outputs segment_concat(struct tape *t, struct node *const *x,
                                     const struct gradient_case *c)
{
    struct segments both;

    (void)c;
    return ONE(tape_segment_concat(t, x[0], &three, x[1], &other, &both));
}

FORWARD(segment_repeat, tape_segment_repeat(t, x[0], &seg))
FORWARD(segment_ends, tape_segment_ends(t, x[0], &ragged, 2))

static const struct gradient_case segment_cases[] = {
    {"segment_sum", {5}, {3}, .forward = segment_sum},
    {"segment_mean", {5}, {3}, .forward = segment_mean},
    {"segment_concat", {5, 7}, {3, 3}, .forward = segment_concat},
    {"segment_repeat", {4}, {3}, .forward = segment_repeat},
    {"segment_ends", {RAGGED}, {5}, .forward = segment_ends},
    {0},
};
