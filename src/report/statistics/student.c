/* student.c - Student's t distribution by the incomplete beta function. */
#include "config.h"

#include "report/statistics/student.h"

#include <math.h>

#include "base/numbers/math_functions.h"

/* Replace 0 in a divisor by a tiny number. */
static double not_zero(double x)
{
    return fabs(x) < 1e-300 ? 1e-300 : x;
}

/* The continued fraction of the incomplete beta function by Lentz's method.  It
 * converges fast if x < (a + 1) / (a + b + 2) (Press et al. 2007, section
 * 6.4). */
static double beta_fraction(double a, double b, double x)
{
    double c = 1, d = 1 / not_zero(1 - (a + b) * x / (a + 1)), h = d;
    double change = 0;

    for (int m = 1; m < 10000 && fabs(change - 1) > 1e-16; m++) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        const double odd =
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));

        d = 1 / not_zero(1 + even * d);
        c = not_zero(1 + even / c);
        h *= d * c;
        d = 1 / not_zero(1 + odd * d);
        c = not_zero(1 + odd / c);
        change = d * c;
        h *= change;
    }
    return h;
}

/* x^a (1 - x)^b / B(a, b), where `rest` is 1 - x. */
static double beta_front(double a, double b, double x, double rest)
{
    return exponential(log_gamma(a + b) - log_gamma(a) - log_gamma(b) +
                       a * natural_log(x) + b * natural_log(rest));
}

/* The regularised incomplete beta function I_x(a, b). */
static double incomplete_beta(double a, double b, double x, double rest)
{
    if (!(x > 0))
        return x < 0 || isnan(x) ? (double)NAN : 0;
    if (!(rest > 0))
        return 1;
    const double front = beta_front(a, b, x, rest);

    if (x < (a + 1) / (a + b + 2))
        return front * beta_fraction(a, b, x) / a;
    return 1 - front * beta_fraction(b, a, rest) / b;
}

double student_two_sided(double t, double df)
{
    if (isinf(t))
        return 0;
    const double all = df + t * t;

    return incomplete_beta(df / 2, 0.5, df / all, t * t / all);
}

double student_within(double share, double df)
{
    double low = 0, high = 1;

    if (isnan(df))
        return df;
    while (1 - student_two_sided(high, df) < share)
        high *= 2;
    for (;;) {
        const double middle = low + (high - low) / 2;

        if (!(low < middle && middle < high))
            return middle;
        if (1 - student_two_sided(middle, df) < share)
            low = middle;
        else
            high = middle;
    }
}
