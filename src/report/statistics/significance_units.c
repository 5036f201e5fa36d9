/* significance_units.c - tests over the units of a test set. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/numbers/math_functions.h"
#include "report/statistics/significance.h"

/* Return the result without p: the number of units that count, and 100 times
 * the sum of their values over *of. */
static struct test_result seen(const struct tally *d, int n, double *of)
{
    struct test_result o = NO_VERDICT;
    double sum = 0;

    *of = 0;
    for (int i = 0; i < n; i++)
        if (d[i].of > 0) {
            o.n++;
            sum += d[i].sum;
            *of += d[i].of;
        }
    o.difference = 100 * sum / *of;
    return o;
}

/* --- randomisation -------------------------------------------------------- */

/* Copy the differences that are not 0 up to rounding; the others are not
 * changed by signs.  Returns how many. */
static int changeable(const struct tally *d, int n, double *out)
{
    double most = 0;
    int kept = 0;

    for (int i = 0; i < n; i++)
        most = d[i].of > 0 ? fmax(most, fabs(d[i].sum)) : most;
    for (int i = 0; i < n; i++)
        if (d[i].of > 0 && fabs(d[i].sum) > 1e-12 * most)
            out[kept++] = d[i].sum;
    return kept;
}

struct test_result randomisation_test(const struct tally *d, int n)
{
    double of, *changes = memory_new(((size_t)n + 1) * sizeof(*changes));
    struct test_result o = seen(d, n, &of);

    if (o.n > 1 && !isnan(o.difference))
        o.p = signs_share(changes, changeable(d, n, changes), "randomisation",
                          RANDOMISATION_DRAWS);
    free(changes);
    return o;
}

/* --- McNemar -------------------------------------------------------------- */

/* Return the fraction of 2^n throws of n coins with at most `heads` heads,
 * where heads <= n / 2. */
static double share_of_few(int heads, int n)
{
    double term = exponential(log_gamma(n + 1.0) - log_gamma(heads + 1.0) -
                              log_gamma(n - heads + 1.0) - n * natural_log(2)),
           sum = 0;

    for (int k = heads; k >= 0; k--) {
        sum += term;
        term *= (double)k / (n - k + 1);
    }
    return sum;
}

/* The same for any `heads`.  Above n / 2 the complement is computed, as 2^-n
 * can underflow. */
static double share_below(int heads, int n)
{
    return heads <= n / 2 ? share_of_few(heads, n)
                          : 1 - share_of_few(n - heads - 1, n);
}

/* Count the units that only y or only x has right; false if a unit is neither
 * right nor wrong. */
static bool count_alone(const struct tally *d, int n, int alone[2])
{
    alone[0] = alone[1] = 0;
    for (int i = 0; i < n; i++) {
        if (!(d[i].of > 0))
            continue;
        if (d[i].of != 1 || !(fabs(d[i].sum) == 1 || d[i].sum == 0))
            return false;
        alone[d[i].sum > 0] += d[i].sum != 0;
    }
    return true;
}

struct test_result mcnemar_test(const struct tally *d, int n,
                                enum test_side side)
{
    double of;
    struct test_result o = seen(d, n, &of);
    int alone[2];

    if (!count_alone(d, n, alone) || !o.n)
        return o;
    const int all = alone[0] + alone[1];
    const int fewer = alone[0] < alone[1] ? alone[0] : alone[1];

    o.p = side == SIDE_GREATER ? share_below(alone[0], all)
          : side == SIDE_LESS  ? share_below(alone[1], all)
                               : fmin(1, 2 * share_below(fewer, all));
    return o;
}
