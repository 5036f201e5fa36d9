/* statistics.c - means over seeds, and tests of their differences. */
#include "config.h"

#include "report/statistics/statistics.h"

#include <math.h>
#include <stdlib.h>

#include "base/core/memory.h"
#include "base/numbers/random.h"

double mean_of(const double *x, int n)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += x[i];
    return n ? sum / n : (double)NAN;
}

double max_of(const double *x, int n)
{
    double most = n ? x[0] : (double)NAN;

    for (int i = 1; i < n; i++)
        most = isnan(x[i]) || x[i] > most ? x[i] : most;
    return most;
}

static int by_value(const void *a, const void *b)
{
    const double *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

double median_of(const double *x, int n)
{
    double *sorted = memory_new(((size_t)n + 1) * sizeof(*sorted));
    double median = n ? 0 : (double)NAN;

    for (int i = 0; i < n; i++) {
        sorted[i] = x[i];
        median = isnan(x[i]) ? x[i] : median;
    }
    if (!isnan(median)) {
        qsort(sorted, (size_t)n, sizeof(*sorted), by_value);
        median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
    }
    free(sorted);
    return median;
}

/* The mean of equal values can differ from them by rounding. */
static bool all_equal(const double *x, int n)
{
    for (int i = 1; i < n; i++)
        if (x[i] != x[0])
            return false;
    return true;
}

double deviation_of(const double *x, int n)
{
    const double mean = mean_of(x, n);
    double sum = 0;

    if (n > 1 && all_equal(x, n))
        return 0;
    for (int i = 0; i < n; i++)
        sum += (x[i] - mean) * (x[i] - mean);
    return n > 1 ? sqrt(sum / (n - 1)) : (double)NAN;
}

double shown(double x, int digits)
{
    double half = 0.5;

    while (digits-- > 0)
        half /= 10;
    return fabs(x) < half ? 0 : x;
}

/* --- signs ---------------------------------------------------------------- */

#define SIGNS 32 /* in a word */

static double signed_sum(const double *d, int n, const uint32_t *sign)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += sign[i / SIGNS] >> i % SIGNS & 1 ? -d[i] : d[i];
    return sum;
}

/* Sums that are equal up to rounding count as equally far from zero. */
double signs_share(const double *d, int n, const char *stream, uint32_t most)
{
    const struct random_key key = random_key(0, stream);
    const bool all = n < SIGNS - 1 && 1u << n <= most;
    const uint32_t draws = all ? 1u << n : most;
    const size_t words = (size_t)n / SIGNS + 1;
    uint32_t *sign = memory_zeroed(words, sizeof(*sign));
    const double seen = fabs(signed_sum(d, n, sign));
    uint32_t as_far = !all; /* the observed choice counts in addition to the
                               draws */
    double size = 0;

    for (int i = 0; i < n; i++)
        size += fabs(d[i]);
    for (uint32_t k = 0; k < draws; k++) {
        if (all)
            sign[0] = k;
        else
            random_words(key, (struct address){.step = k}, words, sign);
        as_far += fabs(signed_sum(d, n, sign)) >= seen - 1e-12 * size;
    }
    free(sign);
    return (double)as_far / ((double)draws + !all);
}

struct test_result sign_flip_test(const double *x, const double *y, int n)
{
    struct test_result o = NO_VERDICT;
    double *d = memory_new(((size_t)n + 1) * sizeof(*d));

    for (int i = 0; i < n; i++)
        d[i] = x[i] - y[i];
    o.n = n;
    o.difference = mean_of(d, n);
    if (n > 1)
        o.p = signs_share(d, n, "permutation", 1u << PAIRED_EXACT);
    free(d);
    return o;
}

/* --- bootstrap ----------------------------------------------------------- */

/* Copy the units that count to `out`; returns how many. */
static int counted(const struct tally *d, int n, struct tally *out)
{
    int kept = 0;

    for (int i = 0; i < n; i++)
        if (d[i].of > 0)
            out[kept++] = d[i];
    return kept;
}

static double mean_of_units(const void *of, const int *unit, int n)
{
    const struct tally *d = of;
    struct tally all = {0};

    for (int i = 0; i < n; i++) {
        all.sum += d[unit[i]].sum;
        all.of += d[unit[i]].of;
    }
    return 100 * all.sum / all.of;
}

/* Return twice the fraction of the rarer side; draws that are zero up to
 * rounding count on both sides. */
static double two_sided(const double *drawn, double size)
{
    int low = 0, high = 0;

    for (int k = 0; k < BOOTSTRAP_DRAWS; k++) {
        low += drawn[k] <= 1e-12 * size;
        high += drawn[k] >= -1e-12 * size;
    }
    const int rarer = low < high ? low : high;

    /* the observed one counts as a draw (Davison and Hinkley 1997, Eq. 4.11) */
    return fmin(1, 2.0 * (rarer + 1) / (BOOTSTRAP_DRAWS + 1));
}

static double difference_of(const struct resampled *r)
{
    int *unit = memory_new((size_t)r->n * sizeof(*unit));

    for (int i = 0; i < r->n; i++)
        unit[i] = i;
    const double d = r->difference(r->of, unit, r->n);

    free(unit);
    return d;
}

static void draw(const struct resampled *r, double *drawn)
{
    const struct random_key key = random_key(0, "bootstrap");
    const size_t n = (size_t)r->n;
    uint32_t *word = memory_new(n * sizeof(*word));
    int *unit = memory_new(n * sizeof(*unit));

    for (uint32_t k = 0; k < BOOTSTRAP_DRAWS; k++) {
        random_words(key, (struct address){.step = k}, n, word);
        for (size_t i = 0; i < n; i++)
            unit[i] = (int)((uint64_t)word[i] * n >> 32);
        drawn[k] = r->difference(r->of, unit, r->n);
    }
    free(unit);
    free(word);
}

struct test_result bootstrap_of(const struct resampled *r)
{
    const int cut = BOOTSTRAP_DRAWS / 40;
    struct test_result b = NO_VERDICT;

    b.n = r->n;
    if (b.n > 1)
        b.difference = difference_of(r);
    if (isnan(b.difference))
        return b;
    double *drawn = memory_new(BOOTSTRAP_DRAWS * sizeof(*drawn));

    draw(r, drawn);
    b.p = fmax(two_sided(drawn, r->size), ldexp(1, 1 - b.n));
    qsort(drawn, BOOTSTRAP_DRAWS, sizeof(*drawn), by_value);
    b.low = drawn[cut - 1];
    b.high = drawn[BOOTSTRAP_DRAWS - cut];
    free(drawn);
    return b;
}

struct test_result bootstrap_test(const struct tally *d, int n)
{
    struct tally *kept = memory_new(((size_t)n + 1) * sizeof(*kept));
    struct resampled r = {counted(d, n, kept), 0, mean_of_units, kept};

    for (int i = 0; i < r.n; i++)
        r.size = fmax(r.size, fabs(100 * kept[i].sum / kept[i].of));
    const struct test_result b = bootstrap_of(&r);

    free(kept);
    return b;
}

/* --- affine --------------------------------------------------------------- */

#define DISTINCT 1e-9  /* relative to the largest: two values, not one */
#define ROUNDING 1e-12 /* relative to the largest: of a sum, a product */

static double largest(const double *x, int n)
{
    double most = 0;

    for (int i = 0; i < n; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

#define FEWEST 5 /* distinct values: fewer can be on a line by chance */

/* Count distinct values, up to FEWEST. */
static int different(const double *x, int n, double apart)
{
    double seen[FEWEST];
    int found = 0;

    for (int i = 0; i < n && found < FEWEST; i++) {
        int k = 0;

        while (k < found && fabs(seen[k] - x[i]) > apart)
            k++;
        if (k == found)
            seen[found++] = x[i];
    }
    return found;
}

bool affine(const double *x, const double *y, int n)
{
    const double x_size = largest(x, n), y_size = largest(y, n);
    const double apart = DISTINCT * x_size;
    int low = 0, high = 0;
    bool on_line = true;

    for (int i = 1; i < n; i++) {
        low = x[i] < x[low] ? i : low;
        high = x[i] > x[high] ? i : high;
    }
    if (different(x, n, apart) < FEWEST || !(x[high] - x[low] > apart) ||
        !(fabs(y[high] - y[low]) > DISTINCT * y_size))
        return false;
    const double a = (y[high] - y[low]) / (x[high] - x[low]);
    const double most = ROUNDING * (y_size + fabs(a) * x_size);

    for (int i = 0; i < n; i++)
        on_line &= fabs(y[i] - y[low] - a * (x[i] - x[low])) <= most;
    return on_line;
}
