#include "config.h"

#include "base/core/clock.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static double ask(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double clock_now(void)
{
    return ask(CLOCK_MONOTONIC);
}

double clock_since_boot(void)
{
    return ask(CLOCK_BOOTTIME);
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

struct timespec clock_until(double seconds)
{
    const double whole = floor(seconds);
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    t.tv_sec += (time_t)whole;
    t.tv_nsec += (long)(1e9 * (seconds - whole));
    if (t.tv_nsec >= 1000000000) {
        t.tv_nsec -= 1000000000;
        t.tv_sec++;
    }
    return t;
}

void clock_stamp(char out[24])
{
    time_t now = time(NULL);
    struct tm utc;

    gmtime_r(&now, &utc);
    strftime(out, 24, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

double clock_day(void)
{
    return ask(CLOCK_REALTIME);
}

void clock_text(double day, char out[32])
{
    const long long ms = llround(1e3 * day);
    const time_t seconds = (time_t)(ms / 1000);
    static _Thread_local struct {
        time_t seconds;
        char date[24];
    } last; /* thousands of calls are for the same second */
    struct tm utc;

    if (!*last.date || seconds != last.seconds) {
        gmtime_r(&seconds, &utc);
        strftime(last.date, sizeof(last.date), "%Y-%m-%dT%H:%M:%S", &utc);
        last.seconds = seconds;
    }
    snprintf(out, 32, "%s.%03dZ", last.date, (int)(ms % 1000));
}

double clock_read(const char *text)
{
    struct tm utc = {0};
    int ms = 0, used = 0;

    if (sscanf(text, "%4d-%2d-%2dT%2d:%2d:%2d%n.%3d%n", &utc.tm_year,
               &utc.tm_mon, &utc.tm_mday, &utc.tm_hour, &utc.tm_min,
               &utc.tm_sec, &used, &ms, &used) < 6 ||
        strcmp(text + used, "Z") != 0)
        return (double)NAN;
    utc.tm_year -= 1900;
    utc.tm_mon--;
    return (double)timegm(&utc) + 1e-3 * ms;
}

void clock_words(double seconds, char out[32])
{
    const long minutes = lround(seconds / 60);

    if (seconds < 90)
        snprintf(out, 32, "%.0f s", seconds);
    else if (minutes < 90)
        snprintf(out, 32, "%ld min", minutes);
    else if (minutes < 48 * 60)
        snprintf(out, 32, "%ld h %02ld min", minutes / 60, minutes % 60);
    else
        snprintf(out, 32, "%ld d %ld h", minutes / 1440, minutes / 60 % 24);
}
