/* ticks.c - the ticks of logarithmic and linear axes. */
#include "config.h"

#include "report/plot/ticks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/numbers/math_functions.h"

enum { DECADES = 8 };                      /* most with all texts */
enum { STEPS_MOST = 10, BETWEEN = 2 };     /* ticks; characters between */
enum { PLAIN_LEAST = -2, PLAIN_MOST = 3 }; /* powers without an e */

static double decades(double low, double high)
{
    return (natural_log(high) - natural_log(low)) / natural_log(10);
}

/* Step to the next digit.  The value is parsed from its text, so that it is the
 * double that prints as this text. */
static void move(struct tick *m)
{
    char text[32];

    if (++m->digit == 10) {
        m->digit = 1;
        m->power++;
    }
    snprintf(text, sizeof(text), "%de%d", m->digit, m->power);
    m->at = strtod(text, NULL);
}

static bool has_text(const struct tick *m, double low, double high)
{
    const double n = decades(low, high);

    if (m->digit == 1)
        return m->power % (1 + (int)(n / DECADES)) == 0;
    return n < 2 && (m->digit == 2 || m->digit == 5);
}

static void add_text(struct tick *m)
{
    if (m->power >= PLAIN_LEAST && m->power <= PLAIN_MOST)
        snprintf(m->text, sizeof(m->text), "%g", m->at);
    else
        snprintf(m->text, sizeof(m->text), "%de%d", m->digit, m->power);
}

bool tick_next(struct tick *m, double low, double high)
{
    if (!m->digit)
        m->power = (int)floor(decades(1, low)) - 1;
    do
        move(m);
    while (m->at < low);
    m->text[0] = '\0';
    if (has_text(m, low, high))
        add_text(m);
    return m->at <= high;
}

/* Return the length of the longest text of the ticks at multiples of a step, as
 * gnuplot formats them. */
static int longest_text(double low, double high, double step)
{
    char text[32];
    int longest = 0;

    for (double k = ceil(low / step); k * step <= high; k++) {
        const int n = snprintf(text, sizeof(text), "%.6g", k * step);

        longest = n > longest ? n : longest;
    }
    return longest;
}

double tick_step(double low, double high, int characters)
{
    static const int digit[] = {1, 2, 5};
    const double span = high - low;
    int power = (int)floor(decades(1, span)) - 2;

    for (int i = 0;; i = (i + 1) % 3, power += !i) {
        char text[32];

        snprintf(text, sizeof(text), "%de%d", digit[i], power);
        const double step = strtod(text, NULL);

        if (span / step > STEPS_MOST)
            continue;
        const double n = floor(span / step) + 1;

        if (n <= 2 ||
            n * (longest_text(low, high, step) + BETWEEN) <= characters)
            return step;
    }
}
