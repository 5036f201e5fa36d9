/* clock.h - seconds since an arbitrary start, and the time of day; never part
 * of a result. */
#ifndef BASE_CORE_CLOCK_H
#define BASE_CORE_CLOCK_H

#include <time.h>

double clock_now(void);

/* The same, but time while the machine was suspended counts, too. */
double clock_since_boot(void);

void clock_sleep(double seconds);

/* The time so many seconds from now, for pthread_cond_timedwait(). */
struct timespec clock_until(double seconds);

/* The time of day as "2026-01-31T12:00:00Z"; for provenance only. */
void clock_stamp(char out[24]);

/* "40 s", "3 min", "2 h 05 min", "3 d 4 h". */
void clock_words(double seconds, char out[32]);

/* clock_day(): the time of day in seconds since 1970.  clock_text(): such a
 * time as "2026-01-31T12:00:00.250Z". */
double clock_day(void);
void clock_text(double day, char out[32]);

/* Read what clock_text() or clock_stamp() wrote; NaN if it is something
 * else. */
double clock_read(const char *text);

#endif
