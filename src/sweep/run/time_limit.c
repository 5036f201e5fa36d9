#include "config.h"

#include "sweep/run/time_limit.h"

#include <math.h>
#include <stdatomic.h>
#include <unistd.h>

#include "base/core/clock.h"
#include "base/core/log.h"
#include "base/system/process.h"
#include "engine/comm/comm.h"
#include "sweep/run/signals.h"

#define HOUR 3600.0
#define LEAST_SHARE 0.05 /* share of the hours, ... */
#define LEAST_MOST 120.0 /* ... but at most so many seconds */
#define SAFETY 2.0       /* times the duration of a stop so far */
#define MOST_SHARE 0.5

static struct {
    const char *by;    /* NULL if there is no limit */
    double hours;      /* from the start of the process */
    double end;        /* clock of their end */
    _Atomic double at; /* clock of the request to stop */
} limit;

/* Age of this process in seconds; 0 if unknown: by then nothing has taken long.
 */
static double own_age(void)
{
    return fmax(process_age((long)getpid()), 0);
}

double time_limit_lead(double hours, double seconds)
{
    const double least = fmin(LEAST_SHARE * hours * HOUR, LEAST_MOST);

    return fmin(least + SAFETY * seconds, MOST_SHARE * hours * HOUR);
}

void time_limit_update(double seconds)
{
    if (!limit.by)
        return;
    atomic_store(&limit.at, limit.end - time_limit_lead(limit.hours, seconds));
    signals_ask_at(limit.at, limit.by);
}

void time_limit_begin(const struct experiment *x, const struct sweep_options *o)
{
    const double hours = o->hours > 0 ? o->hours : x->run.hours;
    double left = hours * HOUR - own_age();

    if (hours <= 0 || o->dry_run)
        return;
    world_broadcast(&left, sizeof(left));
    limit.by = o->hours > 0 ? "--hours" : "run.hours";
    limit.hours = hours;
    limit.end = clock_now() + left;
    time_limit_update(0);
}

double time_limit_day(void)
{
    return limit.by ? clock_day() + limit.at - clock_now() : (double)NAN;
}

void time_limit_say(void)
{
    char day[32];

    if (!limit.by)
        return;
    clock_text(time_limit_day(), day);
    log_info("stops by itself at %.10s %.8s UTC, as %s says", day, day + 11,
             limit.by);
}

bool time_limit_wasted(struct error *e)
{
    if (!limit.by || signals_name() != limit.by)
        return false;
    error_set(e,
              "stopped by %s before a step was trained: a start needs more "
              "hours than %g",
              limit.by, limit.hours);
    return true;
}
