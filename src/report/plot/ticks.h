/*
 * ticks.h - the ticks of an axis, by factors or by steps.
 *
 * By factors there is one at each digit of each power of ten.  Powers of ten
 * have a text, of many decades every second, third...; where there are less
 * than two decades so have 2 and 5 between them.  An axis of a factor of
 * TICKS_FACTOR has at least two with a text.
 *
 * Threads: pure functions.
 */
#ifndef REPORT_PLOT_TICKS_H
#define REPORT_PLOT_TICKS_H

#include <stdbool.h>

#define TICKS_FACTOR 5.0

/* digit x 10^power; zeroed, it is before the first. */
struct tick {
    int digit, power;
    double at;
    char text[16]; /* "1e-4", "0.05"; empty: it has none */
};

/* The next from `low` to `high`, which are above 0; false: there is none. */
bool tick_next(struct tick *m, double low, double high);

/* How far ticks by steps are apart on an axis of so many characters: 1, 2 or 5
 * times a power of ten, that there are ten at most, and their texts part. */
double tick_step(double low, double high, int characters);

#endif
