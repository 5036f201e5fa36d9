#include "base/numbers/math_functions.h"

#include <float.h>
#include <math.h>

/* Options that would change the digits in every source file are refused in this
 * one. */
#if FLT_EVAL_METHOD != 0
#error floats are computed in more than their own digits: choose SSE (-msse2)
#endif
#ifdef __FAST_MATH__
#error -ffast-math lets the compiler change digits: leave it out of CFLAGS
#endif

static const double ln2 = 0x1.62e42fefa39efp-1,
                    ln2_rest = 0x1.abc9e3b39803fp-56;
static const double quarter_turn = 0x1.921fb54442d18p+0; /* pi / 2 */
static const double quarter_rest = 0x1.1a62633145c07p-54;

/* x = m 2^e with m in [sqrt(1/2), sqrt(2)), and ln m = 2 atanh(t) with
 * t = (m - 1)/(m + 1). */
double natural_log(double x)
{
    int e;
    double m = frexp(x, &e), t, t2, sum = 0;

    if (x == 0)
        return -INFINITY;
    if (x < 0 || !isfinite(x))
        return x > 0 ? x : NAN;
    if (m < 0x1.6a09e667f3bcdp-1) {
        m *= 2;
        e--;
    }
    t = (m - 1) / (m + 1);
    t2 = t * t;
    for (int k = 17; k >= 1; k -= 2)
        sum = sum * t2 + 1.0 / k;
    return 2 * t * sum + e * ln2;
}

/* x = n ln 2 + r with |r| <= ln(2) / 2. */
double exponential(double x)
{
    const double bounded = x > 1000 ? 1000 : x < -1000 ? -1000 : x;
    const double n = rint(bounded / ln2);
    double r = fma(-n, ln2_rest, fma(-n, ln2, bounded)), sum = 1;

    if (isnan(x))
        return x;
    for (int k = 13; k >= 1; k--)
        sum = 1 + sum * r / k;
    return ldexp(sum, (int)n);
}

double normal_density(double x)
{
    return 0x1.9884533d43651p-2 * exponential(-x * x / 2); /* 1 / sqrt(2 pi) */
}

/* Far below 0 by Laplace's continued fraction; near 0 by 1/2 + density times (x
 * + x^3 / 3 + x^5 / (3 5) + ...). */
double normal_share(double x)
{
    double sum = x, term = x;

    if (x > 3)
        return 1 - normal_share(-x);
    if (x < -3) {
        sum = -x;
        for (int k = 60; k >= 1; k--)
            sum = -x + k / sum;
        return normal_density(x) / sum;
    }
    for (int k = 3; k < 100; k += 2) {
        term *= x * x / k;
        sum += term;
    }
    return 0.5 + sum * normal_density(x);
}

/* By bisection. */
double normal_quantile(double share)
{
    double low = -40, high = 9;

    if (share <= 0 || share >= 1)
        return share <= 0 ? -INFINITY : INFINITY;
    for (int i = 0; i < 64; i++) {
        const double middle = low + (high - low) / 2;

        if (normal_share(middle) < share)
            low = middle;
        else
            high = middle;
    }
    return high;
}

/* Stirling's series from 16 on, where its sixth term is below 2^-60; smaller x
 * are raised by gamma(x + 1) = x gamma(x). */
double log_gamma(double x)
{
    static const double term[] = {1.0 / 12,    -1.0 / 360,      1.0 / 1260,
                                  -1.0 / 1680, 1.0 / 1188,      -691.0 / 360360,
                                  1.0 / 156,   -3617.0 / 122400};
    static const double half_log_turn = 0x1.d67f1c864beb5p-1; /* log(2 pi)/2 */
    double below = 1, series = 0, power;

    for (; x < 16; x++)
        below *= x;
    power = 1 / x;
    for (int i = 0; i < 8; i++, power /= x * x)
        series += term[i] * power;
    return (x - 0.5) * natural_log(x) - x + half_log_turn + series -
           natural_log(below);
}

double whole_power(double x, long n)
{
    double power = 1;

    for (; n > 0; n /= 2) {
        power = n % 2 ? power * x : power;
        x *= x;
    }
    return power;
}

/* Their Taylor series, for |x| <= pi / 4. */
static void small_turn(double x, double *cosine, double *sine)
{
    double x2 = x * x, c = 1, s = 1;

    for (int k = 14; k >= 2; k -= 2) {
        c = 1 - c * x2 / (k * (k - 1));
        s = 1 - s * x2 / (k * (k + 1));
    }
    *cosine = c;
    *sine = s * x;
}

/* Cosine and sine of x plus `quarter` quarter turns. */
static void quarters_on(uint32_t quarter, double x, double *cosine,
                        double *sine)
{
    double c, s;

    small_turn(x, &c, &s);
    *cosine = quarter % 2 ? -s : c;
    *sine = quarter % 2 ? c : s;
    if (quarter % 4 >= 2) {
        *cosine = -*cosine;
        *sine = -*sine;
    }
}

void turn_cosine_sine(uint32_t w, double *cosine, double *sine)
{
    const uint32_t quarter = (w + (1u << 29)) >> 30; /* the nearest one */
    const int32_t rest = (int32_t)(w - (quarter << 30));

    quarters_on(quarter, 4 * quarter_turn * rest * 0x1p-32, cosine, sine);
}

/* Below 2^30 the first fma() is exact, and the second adds the digits that
 * quarter_turn lacks. */
void cosine_sine(double x, double *cosine, double *sine)
{
    const double n = rint(x / quarter_turn);

    if (!(fabs(x) <= 0x1p30)) {
        *cosine = *sine = NAN;
        return;
    }
    x = fma(-n, quarter_rest, fma(-n, quarter_turn, x));
    quarters_on((uint32_t)(int32_t)n, x, cosine, sine);
}
