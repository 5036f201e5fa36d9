/* Kingma and Ba 2015, algorithm 2. */
static void adamax(double g, double rate, int t, double *m, double *p)
{
    const double b1 = 0.9, b2 = 0.999;

    m[0] = b1 * m[0] + (1 - b1) * g;
    m[1] = fmax(b2 * m[1], fabs(g));
    if (m[1] > 0)
        *p -= rate / (1 - pow(b1, t)) * m[0] / m[1];
}

static const struct paper adamax_papers[] = {{"{kind: adamax}", adamax}, {0}};
