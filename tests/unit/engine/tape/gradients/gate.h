FORWARD(gate, tape_gate(t, x[0], x[1], x[2]))
FORWARD(gate_self, tape_gate(t, x[0], x[1], x[0]))
FORWARD(gate_between_inner, tape_gate(t, tape_sigmoid(t, x[0]),
                                      tape_tanh(t, x[1]), tape_atan(t, x[2])))

static const struct gradient_case gate_cases[] = {
    {"gate", {3, 3, 3}, {5, 5, 5}, .forward = gate},
    {"gate, twice the same", {3, 3}, {5, 5}, .forward = gate_self},
    {"gate, inner nodes", {3, 3, 3}, {5, 5, 5}, .forward = gate_between_inner},
    {0},
};
