FORWARD(relu, tape_relu(t, x[0]))
FORWARD(tanh_case, tape_tanh(t, x[0]))
FORWARD(sigmoid, tape_sigmoid(t, x[0]))
FORWARD(atan_case, tape_atan(t, x[0]))
FORWARD(algebraic, tape_algebraic(t, x[0]))
FORWARD(elu_plus, tape_elu_plus(t, x[0]))

static const struct gradient_case activation_cases[] = {
    {"relu", {3}, {7}, .forward = relu},
    {"tanh", {3}, {7}, .forward = tanh_case},
    {"sigmoid", {3}, {7}, .forward = sigmoid},
    {"atan", {3}, {7}, .forward = atan_case},
    {"algebraic", {3}, {7}, .forward = algebraic},
    {"elu_plus", {3}, {7}, .forward = elu_plus, .step = 0.06f},
    {0},
};
