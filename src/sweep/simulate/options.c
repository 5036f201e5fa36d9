#include "config.h"

#include "sweep/simulate/options.h"

#include <stdlib.h>
#include <string.h>

#include "base/core/memory.h"

bool simulate_workers(const char *text, struct simulate_options *o)
{
    int room = o->n;

    for (char *end; *text; text = end + (*end == ',' && end[1])) {
        const long n = strtol(text, &end, 10);

        if (end == text || n < 1 || n > MOST_WORKERS || (*end && *end != ','))
            return false;
        GROW(o->workers, o->n, room);
        o->workers[o->n++] = (int)n;
    }
    return o->n > 0;
}

/* Read "X", or "X:Y", with these maxima; without Y it is 0. */
static bool read_two(const char *text, double *x, double most_x, double *y,
                     double most_y)
{
    char *end;

    *x = strtod(text, &end);
    *y = 0;
    if (end > text && *end == ':') {
        text = end + 1;
        *y = strtod(text, &end);
    }
    return end > text && !*end && *x > 0 && *x <= most_x && *y >= 0 &&
           *y <= most_y;
}

bool simulate_cost(const char *text, struct simulate_options *o)
{
    return read_two(text, &o->seconds, MOST_SECONDS, &o->spread, MOST_SPREAD);
}

bool simulate_faults(const char *text, struct simulate_options *o)
{
    double none;

    return read_two(text, &o->faults, MOST_SECONDS, &none, 0) &&
           !strchr(text, ':');
}

bool simulate_deaths(const char *text, struct simulate_options *o)
{
    return read_two(text, &o->deaths, MOST_SECONDS, &o->restart, MOST_SECONDS);
}
