/* significance_units.c - tests over the units of a test set. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "base/functions.h"
#include "base/memory.h"
#include "base/random.h"
#include "report/significance.h"

/* How many units count, and 100 times their sums over what they are of. */
static struct verdict seen(const struct tally *d, int n, double *of)
{
    struct verdict o = NO_VERDICT;
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

/* --- randomisation ---------------------------------------------------------
 */

/* Differences that are not 0 but for rounding, which no sign changes; returns
 * how many. */
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

static double sum_with_signs(const double *d, int n, const uint32_t *sign)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += sign[i / 32] >> i % 32 & 1 ? -d[i] : d[i];
    return sum;
}

/* Sums that are equal but for rounding are as far from zero. */
static double share_as_far(const double *d, int n)
{
    const struct random_key key = random_key(0, "randomisation");
    const bool all = n < 31 && 1u << n <= RANDOMISATION_DRAWS;
    const uint32_t draws = all ? 1u << n : RANDOMISATION_DRAWS;
    const size_t words = (size_t)n / 32 + 1;
    uint32_t *sign = memory_zeroed(words, sizeof(*sign)), as_far = 0;
    const double was = fabs(sum_with_signs(d, n, sign));
    double size = 0;

    for (int i = 0; i < n; i++)
        size += fabs(d[i]);
    for (uint32_t k = 0; k < draws; k++) {
        if (all)
            sign[0] = k;
        else
            random_words(key, (struct address){.step = k}, words, sign);
        as_far += fabs(sum_with_signs(d, n, sign)) >= was - 1e-12 * size;
    }
    free(sign);
    return all ? (double)as_far / draws : (as_far + 1.0) / (draws + 1.0);
}

struct verdict randomisation_test(const struct tally *d, int n)
{
    double of, *changes = memory_new(((size_t)n + 1) * sizeof(*changes));
    struct verdict o = seen(d, n, &of);

    if (o.n > 1 && !isnan(o.difference))
        o.p = share_as_far(changes, changeable(d, n, changes));
    free(changes);
    return o;
}

/* --- McNemar ---------------------------------------------------------------
 */

/* The share of 2^n throws of n coins with `heads` heads at most. */
static double share_below(int heads, int n)
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

struct verdict mcnemar_test(const struct tally *d, int n)
{
    double of;
    struct verdict o = seen(d, n, &of);
    int alone[2] = {0, 0};

    for (int i = 0; i < n; i++) {
        if (!(d[i].of > 0))
            continue;
        if (d[i].of != 1 || !(fabs(d[i].sum) == 1 || d[i].sum == 0))
            return o;
        alone[d[i].sum > 0] += d[i].sum != 0;
    }
    const int fewer = alone[0] < alone[1] ? alone[0] : alone[1];

    if (o.n)
        o.p = fmin(1, 2 * share_below(fewer, alone[0] + alone[1]));
    return o;
}
