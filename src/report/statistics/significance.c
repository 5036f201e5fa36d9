/* significance.c - tests over seeds: of pairs, and of two sets of values. */
#include "config.h"

#include "report/statistics/significance.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/numbers/math_functions.h"
#include "report/statistics/student.h"

/* --- Wilcoxon ------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    const double x = fabs(*(const double *)a), y = fabs(*(const double *)b);

    return (x > y) - (x < y);
}

/* Differences and their ranks. */
struct ranked_differences {
    int n;        /* those that are not 0 */
    double *d;    /* owned [n], sorted by size */
    int *twice;   /* owned [n]: twice the rank, a whole number */
    int positive; /* sum of `twice` over d > 0 */
    double ties;  /* sum of t^3 - t over groups of t equal sizes */
};

/* Give the differences from i on that are equal up to rounding the mean of
 * their ranks; returns the end of the group. */
static int rank_equals(struct ranked_differences *r, int i, double rounding)
{
    int end = i + 1;

    while (end < r->n && fabs(r->d[end]) - fabs(r->d[i]) <= rounding)
        end++;
    for (int k = i; k < end; k++) {
        r->twice[k] = i + 1 + end;
        r->positive += r->d[k] > 0 ? r->twice[k] : 0;
    }
    r->ties += whole_power(end - i, 3) - (end - i);
    return end;
}

static struct ranked_differences rank_differences(const double *x,
                                                  const double *y, int n)
{
    struct ranked_differences r = {
        .d = memory_zeroed((size_t)n + 1, sizeof(double)),
        .twice = memory_zeroed((size_t)n + 1, sizeof(int))};
    double size = 0;

    for (int i = 0; i < n; i++)
        size = fmax(size, fmax(fabs(x[i]), fabs(y[i])));
    for (int i = 0; i < n; i++)
        if (fabs(x[i] - y[i]) > 1e-12 * size)
            r.d[r.n++] = x[i] - y[i];
    qsort(r.d, (size_t)r.n, sizeof(*r.d), by_size);
    for (int i = 0; i < r.n;)
        i = rank_equals(&r, i, 1e-12 * size);
    return r;
}

/* Count, over all choices of signs, each sum of positive ranks; return twice
 * the fraction on the rarer side, where the observed sum counts on both
 * sides. */
static double ranks_share(const struct ranked_differences *r)
{
    const int most = r->n * (r->n + 1);
    double *ways = memory_zeroed((size_t)most + 1, sizeof(*ways));
    double low = 0, high = 0;

    ways[0] = 1;
    for (int i = 0; i < r->n; i++)
        for (int sum = most; sum >= r->twice[i]; sum--)
            ways[sum] += ways[sum - r->twice[i]];
    for (int sum = 0; sum <= most; sum++) {
        low += sum <= r->positive ? ways[sum] : 0;
        high += sum >= r->positive ? ways[sum] : 0;
    }
    free(ways);
    return fmin(1, 2 * ldexp(fmin(low, high), -r->n));
}

static double normal_share_of(const struct ranked_differences *r)
{
    const double n = r->n, mean = n * (n + 1) / 4;
    const double variance = (n * (n + 1) * (2 * n + 1) - r->ties / 2) / 24;

    return fmin(
        1, 2 * normal_share(-fabs(0.5 * r->positive - mean) / sqrt(variance)));
}

struct test_result wilcoxon_test(const double *x, const double *y, int n)
{
    struct ranked_differences r = rank_differences(x, y, n);
    struct test_result o = NO_VERDICT;

    o.n = r.n;
    o.difference = mean_of(x, n) - mean_of(y, n);
    if (n > 1 && r.n)
        o.p = r.n <= WILCOXON_EXACT ? ranks_share(&r) : normal_share_of(&r);
    free(r.d);
    free(r.twice);
    return o;
}

/* --- Welch ---------------------------------------------------------------- */

static double squared_error(const double *x, int n)
{
    const double sd = deviation_of(x, n);

    return sd * sd / n;
}

struct test_result welch_test(const double *x, int nx, const double *y, int ny)
{
    struct test_result o = NO_VERDICT;
    const double a = squared_error(x, nx), b = squared_error(y, ny);
    const double error = sqrt(a + b);

    o.n = nx + ny;
    o.difference = mean_of(x, nx) - mean_of(y, ny);
    if (nx < 2 || ny < 2 || !(error > 0))
        return o;
    const double df = (a + b) * (a + b) / (a * a / (nx - 1) + b * b / (ny - 1));
    const double within = student_within(0.95, df) * error;

    o.p = student_two_sided(o.difference / error, df);
    o.low = o.difference - within;
    o.high = o.difference + within;
    return o;
}

void mean_interval(const double *x, int n, double *low, double *high)
{
    const double mean = mean_of(x, n);
    const double within =
        n > 1 ? student_within(0.95, n - 1) * sqrt(squared_error(x, n))
              : (double)NAN;

    *low = mean - within;
    *high = mean + within;
}

/* --- many hypotheses ------------------------------------------------------ */

struct hypothesis {
    double p;
    int at;
};

static int by_p(const void *a, const void *b)
{
    const struct hypothesis *x = a, *y = b;

    if (x->p != y->p)
        return x->p < y->p ? -1 : 1;
    return x->at - y->at;
}

int holm(const double *p, int n, double *adjusted)
{
    struct hypothesis *h = memory_new(((size_t)n + 1) * sizeof(*h));
    double most = 0;
    int m = 0;

    for (int i = 0; i < n; i++) {
        adjusted[i] = p[i];
        if (!isnan(p[i]))
            h[m++] = (struct hypothesis){p[i], i};
    }
    qsort(h, (size_t)m, sizeof(*h), by_p);
    for (int k = 0; k < m; k++) {
        most = fmax(most, fmin(1, (m - k) * h[k].p));
        adjusted[h[k].at] = most;
    }
    free(h);
    return m;
}
