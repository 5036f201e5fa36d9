/*
 * student.h - Student's t distribution, with equal digits on all machines.
 *
 *   df   degrees of freedom, usually not a whole number (Welch's); at least 1
 *
 * Threads:  pure functions.
 * Accuracy: 1e-11 of the value for df up to 1,000, less beyond.
 * Errors:   none; NaN gives NaN.
 */
#ifndef REPORT_STATISTICS_STUDENT_H
#define REPORT_STATISTICS_STUDENT_H

/* Return the probability of being at least as far from 0 as t, on either
 * side. */
double student_two_sided(double t, double df);

/* Return the t such that values are within -t and t with probability `share`; 0
 * < share < 1. */
double student_within(double share, double df);

#endif
