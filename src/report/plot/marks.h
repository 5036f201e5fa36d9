/*
 * marks.h - the marks of an axis, by factors or by steps.
 *
 * By factors there is one at each digit of each power of ten.  Powers of ten
 * have a text, of many decades every second, third...; where there are less
 * than two decades so have 2 and 5 between them.  An axis of a factor of
 * MARKS_FACTOR has at least two with a text.
 *
 * Threads: pure functions.
 */
#ifndef REPORT_PLOT_MARKS_H
#define REPORT_PLOT_MARKS_H

#include <stdbool.h>

#define MARKS_FACTOR 5.0

/* digit x 10^power; zeroed, it is before the first. */
struct mark {
    int digit, power;
    double at;
    char text[16]; /* "1e-4", "0.05"; empty: it has none */
};

/* The next from `low` to `high`, which are above 0; false: there is none. */
bool mark_next(struct mark *m, double low, double high);

/* How far marks by steps are apart on an axis of so many characters: 1, 2 or 5
 * times a power of ten, that there are ten at most, and their texts part. */
double mark_step(double low, double high, int characters);

#endif
