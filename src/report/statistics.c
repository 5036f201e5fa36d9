/* statistics.c - means over seeds, and whether a difference is luck. */
#include "config.h"

#include "report/statistics.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"

#define EXACT_PAIRS 20

double mean_of(const double *x, int n)
{
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += x[i];
    return n ? sum / n : (double)NAN;
}

double deviation_of(const double *x, int n)
{
    const double mean = mean_of(x, n);
    double sum = 0;

    for (int i = 0; i < n; i++)
        sum += (x[i] - mean) * (x[i] - mean);
    return n > 1 ? sqrt(sum / (n - 1)) : (double)NAN;
}

/* Sign i of choice k: its bits when every choice is taken, else addressed. */
static bool flipped(unsigned long k, int i, int n)
{
    if (n <= EXACT_PAIRS)
        return k >> i & 1;
    const struct address at = {.step = (uint32_t)k};
    return random_word(random_key(0, "permutation"), at, (uint32_t)i) & 1;
}

/* Sums that are equal but for rounding are as far from zero. */
static double share_as_far(const double *d, int n)
{
    const unsigned long choices = 1ul << (n < EXACT_PAIRS ? n : EXACT_PAIRS);
    unsigned long as_far = 0;
    double seen = 0, size = 0;

    for (int i = 0; i < n; i++) {
        seen += d[i];
        size += fabs(d[i]);
    }
    for (unsigned long k = 0; k < choices; k++) {
        double sum = 0;
        for (int i = 0; i < n; i++)
            sum += flipped(k, i, n) ? -d[i] : d[i];
        as_far += fabs(sum) >= fabs(seen) - 1e-12 * size;
    }
    return (double)as_far / (double)choices;
}

struct paired paired_test(const double *a, const double *b, int n)
{
    struct paired r = {.n = n, .difference = (double)NAN, .p = (double)NAN};

    if (n == 0)
        return r;
    double *d = memory_zeroed((size_t)n, sizeof(*d));
    for (int i = 0; i < n; i++)
        d[i] = a[i] - b[i];
    r.difference = mean_of(d, n);
    r.p = share_as_far(d, n);
    free(d);
    return r;
}
