#include "config.h"

#include "base/clock.h"

#include <errno.h>
#include <math.h>
#include <time.h>

double clock_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void clock_sleep(double seconds)
{
    struct timespec left;

    if (!(seconds > 0))
        return;
    left.tv_sec = (time_t)seconds;
    left.tv_nsec = (long)(1e9 * (seconds - floor(seconds)));
    while (nanosleep(&left, &left) && errno == EINTR)
        continue;
}

void clock_stamp(char out[24])
{
    time_t now = time(NULL);
    struct tm utc;

    gmtime_r(&now, &utc);
    strftime(out, 24, "%Y-%m-%dT%H:%M:%SZ", &utc);
}
