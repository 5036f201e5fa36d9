FORWARD(layer_norm, tape_layer_norm(t, x[0], x[1], x[2], 1e-3f))

static const struct gradient_case layer_norm_cases[] = {
    {"layer_norm", {3, 1, 1}, {6, 6, 6}, .forward = layer_norm},
    {0},
};
