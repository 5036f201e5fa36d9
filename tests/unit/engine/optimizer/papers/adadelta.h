/* Zeiler 2012, algorithm 1. */
static void adadelta(double g, double rate, int t, double *m, double *p)
{
    const double rho = 0.95, epsilon = 1e-6;

    (void)t;
    m[0] = rho * m[0] + (1 - rho) * g * g;
    const double x = sqrt(m[1] + epsilon) / sqrt(m[0] + epsilon) * g;

    m[1] = rho * m[1] + (1 - rho) * x * x;
    *p -= rate * x;
}

static const struct paper adadelta_papers[] = {
    {"{kind: adadelta}", adadelta},
    {0},
};
