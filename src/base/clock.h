/* clock.h - seconds since an arbitrary start; never part of a result. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

double clock_now(void);
void clock_sleep(double seconds);

/* The time of day as "2026-01-31T12:00:00Z"; for provenance only. */
void clock_stamp(char out[24]);

#endif
