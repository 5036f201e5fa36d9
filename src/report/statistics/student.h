/*
 * student.h - Student's t distribution, the same digits everywhere.
 *
 *   df   degrees of freedom, not whole as a rule (Welch's); 1 at least
 *
 * Threads:  pure functions.
 * Accuracy: 1e-11 of the value for df up to 1,000, beyond less.
 * Errors:   none; NaN gives NaN.
 */
#ifndef REPORT_STATISTICS_STUDENT_H
#define REPORT_STATISTICS_STUDENT_H

/* How likely it is to be at least as far from 0 as t, on either side. */
double student_two_sided(double t, double df);

/* The t that it is within, on both sides, with this share; 0 < share < 1. */
double student_within(double share, double df);

#endif
