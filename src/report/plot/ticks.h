/*
 * ticks.h - the ticks of logarithmic and linear axes.
 *
 * A logarithmic axis has a tick at each digit of each power of ten.  Powers of
 * ten have a text, or every second, third ... of them if there are many
 * decades.  If there are less than two decades, 2 and 5 have a text as well.
 * An axis that spans a factor of TICKS_FACTOR has at least two ticks with a
 * text.
 *
 * Threads: pure functions.
 */
#ifndef REPORT_PLOT_TICKS_H
#define REPORT_PLOT_TICKS_H

#include <stdbool.h>

#define TICKS_FACTOR 5.0

/* The tick at digit x 10^power; a zeroed one is before the first. */
struct tick {
    int digit, power;
    double at;
    char text[16]; /* "1e-4", "0.05"; empty if it has none */
};

/* Step to the next tick from `low` to `high`, which are positive; false after
 * the last. */
bool tick_next(struct tick *m, double low, double high);

/* Return the step between ticks of a linear axis that is `characters` wide: 1,
 * 2 or 5 times a power of ten, such that there are at most ten and their texts
 * do not touch. */
double tick_step(double low, double high, int characters);

#endif
