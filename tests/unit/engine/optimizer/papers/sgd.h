static void sgd(double g, double rate, int t, double *m, double *p)
{
    (void)t;
    m[0] = g;
    *p -= rate * g;
}

static void momentum(double g, double rate, int t, double *m, double *p)
{
    (void)t;
    m[0] = 0.8 * m[0] + g;
    *p -= rate * m[0];
}

/* As in Sutskever et al. 2013, for the parameters at which the gradient is
 * taken. */
static void nesterov(double g, double rate, int t, double *m, double *p)
{
    (void)t;
    m[0] = 0.8 * m[0] + g;
    *p -= rate * (g + 0.8 * m[0]);
}

static const struct paper sgd_papers[] = {
    {"{kind: sgd}", sgd},
    {"{kind: sgd, momentum: 0.8}", momentum},
    {"{kind: sgd, momentum: 0.8, nesterov: true}", nesterov},
    {0},
};
