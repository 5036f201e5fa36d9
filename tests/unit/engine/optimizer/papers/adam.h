/* Kingma and Ba 2015, algorithm 1. */
static void adam(double g, double rate, int t, double *m, double *p)
{
    const double b1 = 0.9, b2 = 0.999, epsilon = 1e-8;

    m[0] = b1 * m[0] + (1 - b1) * g;
    m[1] = b2 * m[1] + (1 - b2) * g * g;
    *p -= rate * (m[0] / (1 - pow(b1, t))) /
          (sqrt(m[1] / (1 - pow(b2, t))) + epsilon);
}

static const struct paper adam_papers[] = {{"{kind: adam}", adam}, {0}};
